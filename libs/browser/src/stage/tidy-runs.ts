/** Keeps the memory of a page flat over a long composition. */
import type { CapturedFrame } from '../capture/capture-session.js';

/**
 * Captured frames after which the page's garbage is collected. Left to itself, V8 lets what drawing leaves behind grow for
 * 10,000 frames: measured some 9 KB a frame, with nothing held. A collection takes some 50 ms.
 */
const FRAMES_BETWEEN_COLLECTIONS = 1_500;

export type FrameRun = (firstFrame: number, count: number) => AsyncGenerator<CapturedFrame, void, undefined>;

/** `run`, with a call of `collect` before a run where enough frames were taken since the last one. */
export function tidyRuns(run: FrameRun, collect: () => Promise<void>): FrameRun {
  let frames = 0;
  return async function* (firstFrame, count) {
    if (frames >= FRAMES_BETWEEN_COLLECTIONS) {
      frames = 0;
      await collect();
    }
    for await (const captured of run(firstFrame, count)) {
      frames += 1;
      yield captured;
    }
  };
}
