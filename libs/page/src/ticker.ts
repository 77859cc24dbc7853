/** Fused stepping: each native animation frame seeks the next frame, so that one BeginFrame does everything. */
import { nativeCancelRaf, nativeRaf } from './natives.js';

export interface Ticker {
  /** Steps through `count` frames and no further, however many native frames are issued. */
  start(firstFrame: number, count: number): void;
  stop(): void;
  state(): { readonly ticks: number; readonly asynchronous: boolean };
  /** The frame that had to wait for something, and beyond which nothing was stepped; Infinity where none had. */
  waitsAt(): number;
}

export function createTicker(seek: (frame: number) => Promise<void> | undefined): Ticker {
  let handle: number | null = null;
  let next = 0;
  let end = 0;
  let ticks = 0;
  let asynchronous = false;

  const step = (): void => {
    handle = null;
    const waiting = seek(next);
    next++;
    ticks++;
    if (waiting !== undefined) {
      // The driver sees the flag, seeks the frame itself and awaits it; going on would overtake its picture.
      asynchronous = true;
      waiting.catch(() => undefined);
      return;
    }
    if (next < end) handle = nativeRaf(step);
  };

  return {
    start(firstFrame, count) {
      if (handle !== null) nativeCancelRaf(handle);
      next = firstFrame;
      end = firstFrame + count;
      ticks = 0;
      asynchronous = false;
      handle = nativeRaf(step);
    },
    stop() {
      if (handle !== null) nativeCancelRaf(handle);
      handle = null;
      asynchronous = false;
    },
    state: () => ({ ticks, asynchronous }),
    waitsAt: () => (asynchronous ? next - 1 : Number.POSITIVE_INFINITY),
  };
}
