/** One chunk through one lane: frames go from the stage straight into the chunk's encoder. */

import type { SegmentEncoder } from '@framefarm/media';
import { type ChunkEncoding, startChunkEncoder } from './chunk-encoder.js';
import { type FrameRoom, openFrameBuffer } from './frame-buffer.js';
import { goThrough, passOn } from './lead-in.js';
import type { Seams } from './seams.js';
import type { CapturingPage } from './side-by-side.js';
import type { CapturingStage } from './team.js';

export interface ChunkTask extends ChunkEncoding {
  /** The frame just before which the page stands; null: it has shown none. */
  readonly shown?: number | null;
  /**
   * `passBy`, `goOnAt`: of one page, which passes by what is before the chunk; several do so by themselves. `lost`: of one too, which is noticed
   * at once also while its pictures wait for the encoder.
   */
  readonly stage: Pick<CapturingStage, 'captureRun'> &
    Partial<Pick<CapturingStage, 'passBy' | 'goOnAt' | 'lost' | 'outstanding'>>;
  /**
   * Settles when the lane's encoder before this one has ended. Until then this one only loads, and pictures wait in the buffer:
   * one takes less memory there than in the look-ahead of a second encoder.
   */
  readonly encoderFree: Promise<void>;
  /** Room for the pictures that wait, of this chunk and of the one before. */
  readonly room: FrameRoom;
  /** An encoder of this chunk that was started before, once; null: none was. */
  readonly startedEncoder?: () => SegmentEncoder | null;
  /** Called once per captured frame, before its encoder gets it. */
  readonly onFrame: (frame: number, image: Uint8Array) => void;
  /** Where chunks of other lanes meet this one; without it nothing is compared. */
  readonly seams?: ChunkSeams | undefined;
}

export interface ChunkSeams {
  /** Pictures that two captures of consecutive chunks have in common; their memory is the caller's again at once. */
  readonly seen: Pick<Seams, 'begins' | 'beginsOn' | 'passed' | 'passedOn'>;
  /** Whether another lane captures the next chunk; asked when the last frame of this one is captured. */
  readonly isNextElsewhere: () => boolean;
}

/**
 * Captures and encodes a chunk. Resolves when its last frame is captured; `segment` settles when the encoder is
 * done. On any failure the unfinished segment is removed.
 */
export async function captureChunk(task: ChunkTask): Promise<{ readonly segment: Promise<void> }> {
  const { chunk, stage, signal } = task;
  const start = async (): Promise<SegmentEncoder> => task.startedEncoder?.() ?? startChunkEncoder(task);
  const started = start();
  started.catch(() => {});
  // Its own failure is its chunk's, not this one's.
  const free = task.encoderFree.catch(() => {});
  const abort = (): Promise<void> =>
    started.then(
      (encoder) => encoder.abort(),
      () => {},
    );
  const write = async (image: Buffer, held: boolean): Promise<void> => {
    await free;
    await (await started).write(image, held);
  };
  const buffer = openFrameBuffer(write, task.room);
  let capturing = true;
  void stage.lost?.then((error) => {
    if (capturing) buffer.fail(error);
  });
  try {
    const { firstFrame, frames } = chunk;
    const goesOn = task.shown === firstFrame;
    if (chunk.leadIn > 0) await leadIn(task);
    for await (const { frame, image, held, release } of stage.captureRun(firstFrame, frames, chunk.leadIn)) {
      signal.throwIfAborted();
      task.onFrame(frame, image);
      if (frame === firstFrame) task.seams?.seen.begins(frame, image, goesOn);
      await buffer.push(Buffer.from(image.buffer, image.byteOffset, image.byteLength), held, release);
    }
    if (task.seams !== undefined) await lookAround(task, task.seams, goesOn);
  } catch (error) {
    await abort();
    throw error;
  } finally {
    capturing = false;
  }
  const finish = async (): Promise<void> => {
    await buffer.drained();
    await (await started).finish();
  };
  const segment = finish().catch(async (error) => {
    await abort();
    throw error;
  });
  // The render may be over before anybody looks at it.
  segment.catch(() => {});
  return { segment };
}

/** Takes one page through all frames of the lead-in that it has not shown. */
async function leadIn({
  chunk: { firstFrame, leadIn: frames },
  stage: { captureRun, passBy, goOnAt },
  shown = null,
  signal,
}: ChunkTask): Promise<void> {
  if (passBy === undefined || goOnAt === undefined) return;
  const page: CapturingPage = { captureRun, passBy, goOnAt };
  const begin = firstFrame - frames;
  if (shown === null || shown < begin) await goThrough(page, begin, firstFrame, signal);
  else await passOn(page, shown, firstFrame, signal);
}

/**
 * Asks what the page waits for where the chunk begins, and shows the first frame of the next chunk too, for both to be compared with what the lane
 * shows and waits for which has come there in another way.
 */
async function lookAround(
  { chunk, stage }: ChunkTask,
  { seen, isNextElsewhere }: ChunkSeams,
  goesOn: boolean,
): Promise<void> {
  seen.beginsOn(chunk.firstFrame, await stage.outstanding?.(chunk.firstFrame), goesOn);
  if (!isNextElsewhere()) return;
  const next = chunk.firstFrame + chunk.frames;
  for await (const { image, release } of stage.captureRun(next, 1)) {
    seen.passed(next, image);
    release?.();
  }
  seen.passedOn(next, await stage.outstanding?.(next));
}
