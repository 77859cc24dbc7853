/** Keeps the memory of a page flat over a long composition. */
import type { CapturedFrame } from '../capture/capture-session.js';

/**
 * Captured frames after which the garbage of a page without videos is collected, and that of the workers of any page. Left to
 * itself, V8 lets what drawing leaves behind grow for 10,000 frames: measured some 9 KB a frame, with nothing held. A collection
 * takes some 50 ms.
 */
export const FRAMES_BETWEEN_COLLECTIONS = 1_500;
/** Fewer would cost more than they give back, whatever a page says of its pictures. */
const LEAST_FRAMES = 30;
/**
 * Bytes of pictures of videos that may have been shown since the last collection. The page tells V8 of them, which marks by the
 * clock: the quicker the machine, the more of them lie around by the end of that (docs/decisions/video-pictures-as-bitmaps.md).
 */
const MOST_PICTURE_BYTES = 640 * 1024 * 1024;

/** Captured frames after which garbage is collected, of a page that shows a picture of so many bytes in each frame. */
export function framesBetweenCollections(pictureBytes: number): number {
  if (!(pictureBytes > 0)) return FRAMES_BETWEEN_COLLECTIONS;
  const frames = Math.floor(MOST_PICTURE_BYTES / pictureBytes);
  return Math.min(FRAMES_BETWEEN_COLLECTIONS, Math.max(LEAST_FRAMES, frames));
}

export type FrameRun = (firstFrame: number, count: number) => AsyncGenerator<CapturedFrame, void, undefined>;

/** `run`, with a call of `collect` before the next frame where so many frames as `between` says were taken since the last one. */
export function tidyRuns(run: FrameRun, collect: () => Promise<void>, between: () => number): FrameRun {
  let frames = 0;
  return async function* (firstFrame, count) {
    for await (const captured of run(firstFrame, count)) {
      if (frames >= between()) {
        frames = 0;
        await collect();
      }
      frames += 1;
      yield captured;
    }
  };
}
