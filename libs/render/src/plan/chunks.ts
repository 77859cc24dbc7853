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

/** Renders of at least this many frames end in short chunks. */
export const MIN_FINE_END_FRAMES = 600;
/** What is cut finer at the end of a long render: how many frames, into how many chunks. */
export const FINE_END_FRAMES = 150;
export const FINE_END_CHUNKS = 4;

/**
 * Number of chunks: 1, 2, 4, then multiples of 4, so that 2 and 4 lanes get equal shares. Long renders have so many that lanes
 * are seldom done at once; they end in short ones, because a lane that is done waits for the last chunk of the others.
 */
export function chunkCount(frames: number): number {
  return chunkLengths(frames).length;
}

/** Cuts `frames` (≥ 1) from `firstFrame` into consecutive chunks. */
export function planChunks(frames: number, firstFrame = 0): ChunkPlan[] {
  let at = firstFrame;
  return chunkLengths(frames).map((length, index) => {
    const chunk = { index, firstFrame: at, frames: length, leadIn: 0 };
    at += length;
    return chunk;
  });
}

function chunkLengths(frames: number): number[] {
  if (frames < MIN_SPLIT_FRAMES) return [frames];
  if (frames < 4 * MIN_CHUNK_FRAMES) return cut(frames, 2);
  if (frames < MIN_FINE_END_FRAMES) return cut(frames, 4 * Math.max(1, Math.round(frames / (4 * TARGET_CHUNK_FRAMES))));
  const most = frames - FINE_END_FRAMES;
  return [...cut(most, Math.round(most / TARGET_CHUNK_FRAMES)), ...cut(FINE_END_FRAMES, FINE_END_CHUNKS)];
}

/** Lengths of `count` parts that differ by at most one frame. */
function cut(frames: number, count: number): number[] {
  const end = (index: number): number => Math.floor((index * frames) / count);
  return Array.from({ length: count }, (_, index) => end(index + 1) - end(index));
}

/** One chunk for a page whose pictures depend on earlier frames: it is shown all of them (composition-format 7.2). */
export function sequentialChunk(frames: number, firstFrame: number): ChunkPlan {
  return { index: 0, firstFrame, frames, leadIn: firstFrame };
}
