/**
 * How a render is cut into chunks. The boundaries follow from the number of frames alone, never from the machine or
 * the number of lanes: one lane and four must give the same pictures (composition-format G2, performance 3.5).
 */
import type { ChunkPlan } from '@framefarm/contract';

/** Below this many frames one chunk is enough; starting a second lane would cost more than it saves (cli 3). */
export const MIN_SPLIT_FRAMES = 60;
/** No chunk is shorter than this in a render that is split: the warm-up of a chunk costs 50 to 100 ms. */
export const MIN_CHUNK_FRAMES = 30;
/** Length that the split aims at: long enough for the encoder, short enough to keep every lane busy to the end. */
export const TARGET_CHUNK_FRAMES = 75;

/** Number of chunks: 1, 2, 4, then multiples of 4, so that 2 and 4 lanes get equal shares. */
export function chunkCount(frames: number): number {
  if (frames < MIN_SPLIT_FRAMES) return 1;
  if (frames < 4 * MIN_CHUNK_FRAMES) return 2;
  return 4 * Math.max(1, Math.round(frames / (4 * TARGET_CHUNK_FRAMES)));
}

/** Cuts `frames` (≥ 1) from `firstFrame` into consecutive chunks whose lengths differ by at most one frame. */
export function planChunks(frames: number, firstFrame = 0): ChunkPlan[] {
  const count = chunkCount(frames);
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor((index * frames) / count);
    const end = Math.floor(((index + 1) * frames) / count);
    return { index, firstFrame: firstFrame + at, frames: end - at, leadIn: 0 };
  });
}

/** One chunk for a page whose pictures depend on earlier frames: it is shown all of them (composition-format 7.2). */
export function sequentialChunk(frames: number, firstFrame: number): ChunkPlan {
  return { index: 0, firstFrame, frames, leadIn: firstFrame };
}
