/** Which videos a chunk shows. Pure. */
import {
  type ChunkPlan,
  DRAWN_BEFORE_FRAMES,
  frameTime,
  PICTURE_LOOK_AHEAD_FRAMES,
  type RenderPlan,
} from '@framefarm/contract';
import type { PreparedStep } from './prepared-step.js';

/** Windows are rounded to frames; one more on either side is on the safe side. */
const ROUNDING_FRAMES = 1;

/** Indices into `plan.videos` of the clips that are on screen in any frame of the chunk, `ahead` frames after it included. */
export function shownVideos({ videos, encoding }: RenderPlan, chunk: ChunkPlan, ahead = 0): number[] {
  const begin = frameTime(chunk.firstFrame - chunk.leadIn - DRAWN_BEFORE_FRAMES - ROUNDING_FRAMES, encoding.fps);
  const end = frameTime(chunk.firstFrame + chunk.frames + ahead + ROUNDING_FRAMES, encoding.fps);
  return videos.flatMap((clip, index) => (clip.start < end && clip.end > begin ? [index] : []));
}

/**
 * Clips whose pictures a machine must have to capture the chunks: those on screen, and those that the page fetches
 * already because they follow soon. Those that the extract step gave none for are among them.
 */
export function videosOfChunks({ plan }: PreparedStep, chunks: readonly number[]): number[] {
  const shown = new Set<number>();
  for (const index of chunks) {
    const chunk = plan.chunks[index];
    if (chunk === undefined) continue;
    for (const video of shownVideos(plan, chunk, PICTURE_LOOK_AHEAD_FRAMES)) shown.add(video);
  }
  return [...shown].sort((a, b) => a - b);
}
