/** Fused stepping: each native animation frame seeks the next frame, so that one BeginFrame does everything. */
import { nativeCancelRaf, nativeRaf } from '../natives/natives.js';

export interface Ticker {
  /** Steps through `count` frames and no further, however many native frames are issued. */
  start(firstFrame: number, count: number): void;
  stop(): void;
  /** The next native frame is none of these. */
  skip(): void;
  state(): { readonly ticks: number; readonly asynchronous: boolean };
  /** The frame that had to wait for something, and beyond which nothing was stepped; Infinity where none had. */
  waitsAt(): number;
  /** What the frame waits for; undefined unless it is the one that waits. */
  waitingFor(frame: number): Promise<void> | undefined;
}

/** @param late of the frame that was shown last, before it is drawn: what it waits for after all */
export function createTicker(
  seek: (frame: number) => Promise<void> | undefined,
  late: () => Promise<{ readonly until: Promise<void> } | null>,
): Ticker {
  let handle: number | null = null;
  let next = 0;
  let end = 0;
  let ticks = 0;
  let skips = 0;
  let waiting: Promise<void> | undefined;

  const step = (): void => {
    handle = null;
    if (skips > 0) {
      skips -= 1;
      handle = nativeRaf(step);
      return;
    }
    const frame = next;
    const now = seek(frame);
    next++;
    ticks++;
    if (now !== undefined) {
      stand(now);
      return;
    }
    if (next < end) handle = nativeRaf(step);
    void late().then((found) => {
      if (found !== null && frame === next - 1) stand(found.until);
    });
  };
  /** The driver sees it and awaits the frame; going on would overtake its picture. */
  const stand = (until: Promise<void>): void => {
    if (handle !== null) nativeCancelRaf(handle);
    handle = null;
    waiting = until;
    until.catch(() => undefined);
  };

  return {
    start(firstFrame, count) {
      if (handle !== null) nativeCancelRaf(handle);
      next = firstFrame;
      end = firstFrame + count;
      ticks = 0;
      skips = 0;
      waiting = undefined;
      handle = nativeRaf(step);
    },
    stop() {
      if (handle !== null) nativeCancelRaf(handle);
      handle = null;
      waiting = undefined;
    },
    skip() {
      if (handle !== null) skips += 1;
    },
    state: () => ({ ticks, asynchronous: waiting !== undefined }),
    waitsAt: () => (waiting === undefined ? Number.POSITIVE_INFINITY : next - 1),
    waitingFor: (frame) => (frame === next - 1 ? waiting : undefined),
  };
}
