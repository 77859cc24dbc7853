/** The queue behind the virtual `requestAnimationFrame` and `requestIdleCallback` (reference: composition-format 7.1). */
import { createCallbackTurns } from './callback-turns.js';
import { idleTime } from './idle-time.js';

export interface FrameQueue {
  readonly request: (callback: FrameRequestCallback) => number;
  readonly cancel: (handle: number) => void;
  /** What is put off until the browser has nothing else to do runs at the end of a frame: of a render, the browser never has. */
  readonly requestIdle: (callback: IdleRequestCallback) => number;
  readonly cancelIdle: (handle: number) => void;
  /** Runs what is queued now, frame callbacks first; what is queued meanwhile waits for the next run, but idle callbacks of frame callbacks. */
  run(milliseconds: number): void;
  /** Runs queued callbacks that never ran before, so that a loop does not spin during start-up. True if any ran. */
  runNew(milliseconds: number): boolean;
  /** Runs a frame callback if it is queued still. */
  runOne(handle: number, milliseconds: number): void;
  /** Whether a frame callback is queued. */
  areAsked(): boolean;
  /** A callback that is queued now has queued itself (or its source text) from within a frame before. */
  hasLoop(): boolean;
  /** Frame callbacks that are asked for while `act` runs belong to a library that the runtime drives itself: they are dropped, then and ever. */
  ignoreThose(act: () => void): void;
}

/**
 * What a callback is told at time 0, in milliseconds. A browser's own time stamps are never 0, so scripts take one that is for none:
 * with `if (!start) start = time` all would begin a frame late, and Snap.svg's loop would end. The least number above 0 makes
 * no other difference: sums, products and printed decimals are those of 0.
 */
const FIRST_TIME = Number.MIN_VALUE;

/** As a browser's own functions refuse what is none. */
function demandFunction(callback: unknown, asked: string): void {
  if (typeof callback === 'function') return;
  throw new TypeError(`Failed to execute '${asked}' on 'Window': parameter 1 is not of type 'Function'.`);
}

export function createFrameQueue(fail: (thrown: unknown) => void): FrameQueue {
  const frames = createCallbackTurns<number>(fail);
  const idle = createCallbackTurns<IdleDeadline>(fail);
  let ignoring = false;
  return {
    request(callback) {
      demandFunction(callback, 'requestAnimationFrame');
      if (ignoring) frames.ignore(callback);
      return frames.request(callback);
    },
    cancel: frames.cancel,
    requestIdle(callback) {
      demandFunction(callback, 'requestIdleCallback');
      return idle.request(callback);
    },
    cancelIdle: idle.cancel,
    run(milliseconds) {
      frames.run(milliseconds || FIRST_TIME);
      idle.run(idleTime());
    },
    runNew(milliseconds) {
      const ran = frames.runNew(milliseconds || FIRST_TIME);
      return idle.runNew(idleTime()) || ran;
    },
    runOne: (handle, milliseconds) => frames.runOne(handle, milliseconds || FIRST_TIME),
    areAsked: frames.areAsked,
    hasLoop: () => frames.hasLoop() || idle.hasLoop(),
    ignoreThose(act) {
      ignoring = true;
      try {
        act();
      } finally {
        ignoring = false;
      }
    },
  };
}
