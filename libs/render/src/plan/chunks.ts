/**
 * How a render is cut into chunks. The boundaries follow from the number of frames alone, never from the machine or
 * the number of lanes: one lane and four must give the same pictures (composition-format G2, performance 3.5).
 */
import type { ChunkPlan, PageReport } from '@framefarm/contract';

/**
 * Length that chunks aim at, frames: five seconds at 30 a second. Each chunk begins with a key frame and an encoder of its
 * own; none is so long that x264 would begin anew by itself.
 */
const CHUNK_FRAMES = 150;
/** A chunk this many times as long is not split yet: two lanes would save less than a second encoder and key frame cost. */
const MOST_ALONE = 1.5;
/** Renders of at least so many chunks end in short ones. */
const FINE_END_FROM = 6;
/** Short chunks that stand in the place of the last one. */
const FINE_END_CHUNKS = 4;

/**
 * Number of chunks: one, then an even number of equal ones, so that two lanes get equal shares. Long renders have so many that
 * lanes are seldom done at once; they end in short ones, because a lane that is done waits for the last chunk of the others.
 */
export function chunkCount(frames: number): number {
  return chunkLengths(frames, CHUNK_FRAMES).length;
}

/** Cuts `frames` (≥ 1) from `firstFrame` into consecutive chunks of about `aim` frames. */
export function planChunks(frames: number, firstFrame = 0, aim: number = CHUNK_FRAMES): ChunkPlan[] {
  let at = firstFrame;
  return chunkLengths(frames, aim).map((length, index) => {
    const chunk = { index, firstFrame: at, frames: length, leadIn: 0 };
    at += length;
    return chunk;
  });
}

function chunkLengths(frames: number, aim: number): number[] {
  if (frames < MOST_ALONE * aim) return [frames];
  if (frames < FINE_END_FROM * aim) return cut(frames, 2 * Math.max(1, Math.round(frames / (2 * aim))));
  const most = frames - aim;
  return [...cut(most, Math.round(most / aim)), ...cut(aim, FINE_END_CHUNKS)];
}

/** Lengths of `count` parts that differ by at most one frame; of as many as there are frames, where those are fewer. */
function cut(frames: number, count: number): number[] {
  const parts = Math.min(count, frames);
  const end = (index: number): number => Math.floor((index * frames) / parts);
  return Array.from({ length: parts }, (_, index) => end(index + 1) - end(index));
}

/** The same chunks of a page that others than the one which has shown all before them would show otherwise: each goes through these first. */
export function chunksInOrder(chunks: readonly ChunkPlan[]): ChunkPlan[] {
  return chunks.map((chunk) => ({ ...chunk, leadIn: chunk.firstFrame }));
}

/**
 * Most frames that a page goes through before a part where nothing says that what it shows depends on them, but something of it may: a
 * minute at 30 a second, which takes some seconds.
 */
export const MOST_LED_IN = 1_800;

/** Frames before `firstFrame` that a page goes through of which something may keep what it did in them; `knows`: its pictures are known to depend on them. */
export const leadInOf = (firstFrame: number, { keeps }: Pick<PageReport, 'keeps'>, knows: boolean): number =>
  knows ? firstFrame : keeps === null ? 0 : Math.min(firstFrame, MOST_LED_IN);

/** The same chunks, the first of which has a lead-in: where the others meet one that has gone through it, it is seen whether they need theirs. */
export function chunksLedIn([first, ...others]: readonly ChunkPlan[], leadIn: number): ChunkPlan[] {
  return first === undefined ? [] : [{ ...first, leadIn }, ...others];
}

/** Whether chunks are captured by pages that have gone through all before them, wherever they are captured: they meet no others. */
export const areLedIn = ([, ...others]: readonly ChunkPlan[]): boolean => others.every(({ leadIn }) => leadIn > 0);

/**
 * The chunk as a page has to be led to it that takes over from one which has captured those before: through all that one has shown. Chunks
 * that begin where none ends are jumped to.
 */
export function ledAfterOthers(chunks: readonly ChunkPlan[], chunk: ChunkPlan): ChunkPlan {
  let begin = chunk;
  for (let before = chunks[begin.index - 1]; before !== undefined; before = chunks[begin.index - 1]) {
    if (before.firstFrame + before.frames !== begin.firstFrame) break;
    begin = before;
  }
  return { ...chunk, leadIn: Math.max(chunk.leadIn, chunk.firstFrame - begin.firstFrame + begin.leadIn) };
}

/** One chunk for a page whose pictures depend on earlier frames: it is shown all of them (composition-format 7.2). */
export function sequentialChunk(frames: number, firstFrame: number): ChunkPlan {
  return { index: 0, firstFrame, frames, leadIn: firstFrame };
}
