/** The page's end of the ring: starts the workers that draw and write pictures, and knows which of them are written. */
import { holdsAlpha, rawImageBytes, type SurfaceSetup } from '@framefarm/contract';
import { NativePromise, nativeTurn } from '../../natives/natives.js';
import { startWorker } from '../../workers/start-worker.js';
import { slotQueue } from './slot-queue.js';
import type { Answer, FromWorker, Painting, ToDrawing, WritingStart } from './worker-messages.js';

/** The texts of `drawing-worker.ts` and `writing-worker.ts`, because a page has one script file; put in by the bundler. */
declare const __DRAWING_WORKER__: string;
declare const __WRITING_WORKER__: string;

const NativeChannel = MessageChannel;

export interface Ring {
  /** Hands an image over to be drawn and written as soon as there is room for it; returns its sequence number, from 1. */
  draw(painting: Painting): number;
  /** Resolves with the slot once the pixels are in it. Whoever asks has read the pictures before. */
  written(sequence: number): Promise<number>;
  /** A picture file of an image alone; null when it is not opaque. One question at a time. */
  bitmap(painting: Painting): Promise<ArrayBuffer | null>;
  /** Whether one of the next images has the very pixels of `before`. One question at a time. */
  same(before: Painting, next: () => Promise<Painting>, attempts: number): Promise<boolean>;
}

/** Gives the canvas to a worker and waits until that one is ready and another one has opened the file. */
export async function startRing(canvas: HTMLCanvasElement, setup: SurfaceSetup): Promise<Ring> {
  const { image, scale, slots, marker } = setup;
  const [width, height] = [setup.width * scale, setup.height * scale];
  const waiting = new Map<number, { resolve: (slot: number) => void; reject: (error: Error) => void }>();
  let question: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  let done = 0;
  let failure: Error | null = null;
  const drawing = startWorker(__DRAWING_WORKER__);
  const writing = startWorker(__WRITING_WORKER__);
  const ready = new NativePromise<void>((resolve, reject) => {
    let loading = 2;
    const fail = (reason: string): void => {
      failure = new Error(`the surface cannot be written: ${reason}`);
      reject(failure);
      for (const { reject: refuse } of waiting.values()) refuse(failure);
      waiting.clear();
      question?.reject(failure);
    };
    const take = ({ data }: MessageEvent<FromWorker>): void => {
      if ('failed' in data) fail(data.failed);
      else if ('ready' in data) {
        loading -= 1;
        if (loading === 0) resolve();
      } else if (!('written' in data)) question?.resolve(data);
      else {
        done = data.written;
        waiting.get(done)?.resolve((done - 1) % slots);
        waiting.delete(done);
      }
    };
    for (const worker of [drawing, writing]) {
      worker.onerror = (event) => fail(event.message);
      worker.onmessage = take;
    }
  });
  const surface = canvas.transferControlToOffscreen();
  const { port1, port2 } = new NativeChannel();
  const transparent = holdsAlpha(image);
  const send = (message: ToDrawing, transfer: Transferable[]): void => drawing.postMessage(message, transfer);
  send({ draw: { canvas: surface, image, transparent, writing: port1 } }, [surface, port1]);
  const pictureBytes = rawImageBytes(image, width, height);
  const files: WritingStart = { width, height, image, transparent, slots, pictureBytes, marker, drawing: port2 };
  writing.postMessage(files, [port2]);
  await ready;
  await nativeTurn();
  const queue = slotQueue<Painting>(slots, (sequence, painting) => send({ sequence, painting }, [painting.image]));
  const ask = (message: ToDrawing, { image }: Painting): Promise<Answer> =>
    new NativePromise((resolve, reject) => {
      question = { resolve, reject };
      send(message, [image]);
    });
  return {
    draw: (painting) => queue.add(painting),
    async bitmap(painting) {
      const answer = await ask({ bitmapOf: painting }, painting);
      return 'bitmap' in answer ? answer.bitmap : null;
    },
    async same(before, next, attempts) {
      await ask({ before }, before);
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const after = await next();
        const answer = await ask({ after }, after);
        if ('same' in answer && answer.same) return true;
      }
      return false;
    },
    written: (wanted) =>
      new NativePromise((resolve, reject) => {
        queue.wants(wanted);
        if (failure !== null) reject(failure);
        else if (wanted <= done) resolve((wanted - 1) % slots);
        else waiting.set(wanted, { resolve, reject });
      }),
  };
}
