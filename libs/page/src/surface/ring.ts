/** The page's end of the ring: starts the worker that draws and writes pictures, and knows which of them are written. */
import { holdsAlpha, rawImageBytes, type SurfaceSetup } from '@framefarm/contract';
import { NativePromise, nativeTurn } from '../natives.js';
import type { Answer, ElementImage, FromWorker, ToWorker } from './worker-messages.js';

/** The text of `surface-worker.ts`, because a page has one script file; put in by the bundler. */
declare const __SURFACE_WORKER__: string;

const NativeWorker = Worker;
const NativeBlob = Blob;
const objectUrl = URL.createObjectURL.bind(URL);

export interface Ring {
  /** Hands an image over to be drawn and written; returns its sequence number, from 1. */
  draw(image: ElementImage): number;
  /** Resolves with the slot once the pixels are in it. */
  written(sequence: number): Promise<number>;
  /** A picture file of an image alone; null when it is not opaque. One question at a time. */
  bitmap(image: ElementImage): Promise<ArrayBuffer | null>;
  /** Whether one of the next images has the very pixels of `before`. One question at a time. */
  same(before: ElementImage, next: () => Promise<ElementImage>, attempts: number): Promise<boolean>;
}

/** Gives the canvas to a worker and waits until the file is open. */
export async function startRing(canvas: HTMLCanvasElement, setup: SurfaceSetup): Promise<Ring> {
  const { width, height, image, slots, marker } = setup;
  const worker = new NativeWorker(objectUrl(new NativeBlob([__SURFACE_WORKER__], { type: 'text/javascript' })));
  const send = (message: ToWorker, transfer: Transferable[]): void => worker.postMessage(message, transfer);
  const waiting = new Map<number, { resolve: (slot: number) => void; reject: (error: Error) => void }>();
  let question: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  let done = 0;
  let failure: Error | null = null;
  const ready = new NativePromise<void>((resolve, reject) => {
    const fail = (reason: string): void => {
      failure = new Error(`the surface cannot be written: ${reason}`);
      reject(failure);
      for (const { reject: refuse } of waiting.values()) refuse(failure);
      waiting.clear();
      question?.reject(failure);
    };
    worker.onerror = (event) => fail(event.message);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('ready' in data) resolve();
      else if ('failed' in data) fail(data.failed);
      else if (!('written' in data)) question?.resolve(data);
      else {
        done = data.written;
        waiting.get(done)?.resolve((done - 1) % slots);
        waiting.delete(done);
      }
    };
  });
  const drawing = canvas.transferControlToOffscreen();
  const pictureBytes = rawImageBytes(image, width, height);
  const transparent = holdsAlpha(image);
  send({ start: { canvas: drawing, image, transparent, slots, pictureBytes, marker } }, [drawing]);
  await ready;
  await nativeTurn();
  let sequence = 0;
  const ask = (message: ToWorker, picture: ElementImage): Promise<Answer> =>
    new NativePromise((resolve, reject) => {
      question = { resolve, reject };
      send(message, [picture]);
    });
  return {
    draw(picture) {
      sequence += 1;
      send({ sequence, image: picture }, [picture]);
      return sequence;
    },
    async bitmap(picture) {
      const answer = await ask({ bitmapOf: picture }, picture);
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
        if (failure !== null) reject(failure);
        else if (wanted <= done) resolve((wanted - 1) % slots);
        else waiting.set(wanted, { resolve, reject });
      }),
  };
}
