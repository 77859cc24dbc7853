/**
 * Pictures of the compositor, tapped before the browser codes them: the page captures its own tab, a worker makes planes of what comes
 * and writes them into a ring that the driver reads (docs/decisions/tapped-pictures.md).
 */
import { rawImageBytes, type TapSetup } from '@framefarm/contract';
import { NativePromise, nativeNow, nativeSetTimeout } from '../natives/natives.js';
import { startWorker } from '../workers/start-worker.js';
import { watchArrivals } from './arrivals.js';
import { NativeTrackProcessor, nativeDisplayMedia } from './capture-natives.js';
import type { FromTap, TapStart } from './messages.js';

/** The text of `tap-worker.ts`, because a page has one script file; put in by the bundler. */
declare const __TAP_WORKER__: string;

const { timeOrigin } = performance;
/** As the worker tells the time: not the page's, which is made for its frames. */
const now = (): number => timeOrigin + nativeNow();

/** Most pictures per second that are asked for: of what is drawn faster the browser leaves some out. */
const MOST_PER_SECOND = 1_000;
/** Longest wait until the page may capture its tab, ms. It takes up to 100; a browser that never answers would say so after 10 s. */
const OPENING_MS = 5_000;
/** Pictures are all there when none came for so long, ms. They come 1 to 4 ms after the frame that shows them. */
const QUIET_MS = 25;

const pause = (ms: number): Promise<void> =>
  new NativePromise((resolve) => {
    nativeSetTimeout(resolve, ms);
  });

export interface Tap {
  /** The page shows `frame` from now on. */
  shows(frame: number): void;
  /** Has the next native frame drawn, whatever the page does, and what comes from now on is a picture of that. */
  nudge(): void;
  /** Resolves with the number of the first picture since, from 1, or with 0 when none comes within `ms`. */
  first(ms: number): Promise<number>;
  /** The same of the last one, as soon as one has come and no other follows. */
  settled(ms: number): Promise<number>;
  readonly shown: number | null;
  /** What the garbage collector must not take: what only waits for pictures counts as idle. */
  readonly sources: readonly unknown[];
}

const NUDGE_LOOK = [
  ['all', 'initial'],
  ['position', 'fixed'],
  ['left', '0'],
  ['top', '0'],
  ['width', '1px'],
  ['height', '1px'],
  ['opacity', '0.001'],
  ['z-index', '2147483647'],
  ['pointer-events', 'none'],
] as const;

/**
 * A pixel in a corner that shows with a thousandth of its colour, which no picture of 8 bits has: the compositor draws a frame when it
 * changes. A frame that is drawn asks for a picture, which only the next one brings: this is that one where
 * the page held still before, or will.
 */
function addNudge(): HTMLElement {
  const nudge = document.createElement('ff-tap-nudge');
  const { style } = nudge;
  // What authors ask of all elements is not asked of this one.
  for (const [name, value] of NUDGE_LOOK) style.setProperty(name, value, 'important');
  document.documentElement.append(nudge);
  return nudge;
}

/** @throws when the browser does not let the page capture itself. */
export async function openTap({ width, height, slots, marker }: TapSetup): Promise<Tap> {
  if (NativeTrackProcessor === undefined || nativeDisplayMedia === undefined) {
    throw new Error('the browser hands out no pictures of its tabs');
  }
  const opening = nativeDisplayMedia({
    video: {
      displaySurface: 'browser',
      frameRate: { ideal: MOST_PER_SECOND },
      width: { ideal: width },
      height: { ideal: height },
      resizeMode: 'none',
    } as MediaTrackConstraints,
  });
  const stream = await NativePromise.race([opening, pause(OPENING_MS)]);
  if (stream === undefined) throw new Error('the browser does not answer whether a page may capture its tab');
  const [track] = stream.getVideoTracks();
  if (track === undefined) throw new Error('the browser hands out no pictures of its tabs');
  const processor = new NativeTrackProcessor({ track, maxBufferSize: slots });
  const { readable } = processor;
  const worker = startWorker(__TAP_WORKER__);
  const arrivals = watchArrivals();
  let failure: Error | null = null;
  let wake = (): void => {};
  await new NativePromise<void>((resolve, reject) => {
    const fail = (reason: string): void => {
      failure = new Error(`the compositor's pictures cannot be tapped: ${reason}`);
      reject(failure);
      wake();
    };
    worker.onerror = ({ message }) => fail(message);
    worker.onmessage = ({ data }: MessageEvent<FromTap>) => {
      if ('failed' in data) fail(data.failed);
      else if ('ready' in data) resolve();
      else {
        arrivals.came(data.written, data.at);
        wake();
      }
    };
    const pictureBytes = rawImageBytes('yuv420p', width, height);
    const start: TapStart = { width, height, pictures: readable, slots, pictureBytes, marker };
    worker.postMessage(start, [readable]);
  });
  const nudge = addNudge();
  let nudged = false;
  /** Until the next picture comes. */
  const come = (): Promise<void> =>
    new NativePromise((resolve) => {
      wake = resolve;
    });
  const first = async (ms: number): Promise<number> => {
    let inTime = true;
    const late = pause(ms).then(() => {
      inTime = false;
    });
    while (arrivals.first() === 0 && failure === null && inTime) await NativePromise.race([come(), late]);
    if (failure !== null) throw failure;
    return arrivals.first();
  };
  return {
    shows: (frame) => arrivals.shows(frame, now()),
    nudge() {
      nudged = !nudged;
      nudge.style.setProperty('background-color', nudged ? '#000' : '#fff', 'important');
      arrivals.marks(now());
    },
    first,
    async settled(ms) {
      await first(ms);
      for (;;) {
        const last = arrivals.last();
        if (last === 0) return 0;
        await pause(QUIET_MS);
        if (arrivals.last() === last) return last;
      }
    },
    sources: [stream, processor, worker],
    get shown() {
      return arrivals.shown();
    },
  };
}
