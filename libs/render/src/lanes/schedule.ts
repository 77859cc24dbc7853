/**
 * Shares the chunks of a plan among lanes. A lane that hangs or crashes is replaced and its chunk is done again; an
 * encoder that fails costs its chunk only. A lane is given back with its last frame, not with the end of its last encoder.
 * No page is ever sent back in time. Pure scheduling: lanes come from the caller.
 */
import { asFramefarmError, type ChunkPlan, type ErrorCode, type FramefarmError } from '@framefarm/contract';

/** Tries per chunk before the render fails; the second failure is final (composition-format 7.6). */
const MAX_CHUNK_ATTEMPTS = 2;

/** Failures after which a lane's browser cannot be trusted. */
const LANE_FAILURES: ReadonlySet<ErrorCode> = new Set(['BROWSER_CRASHED', 'CAPTURE_STALLED', 'NAVIGATION_TIMEOUT']);
/** Failures that another try cannot cure although their code is retryable elsewhere. */
const FINAL_FAILURES: ReadonlySet<ErrorCode> = new Set(['DISK_FULL', 'INTERNAL_ERROR']);

/** Whether no other try would go better. */
const isFinal = (error: FramefarmError): boolean => !error.entry.retryable || FINAL_FAILURES.has(error.code);

export interface Lane {
  /**
   * Captures one chunk. Resolves when the last frame has been handed to the encoder; `segment` settles when the
   * encoder has finished, so that the lane can go on meanwhile. `encoderFree` settles when the encoder of the lane's
   * chunk before has ended. `isNextElsewhere`: whether the chunk that follows is another lane's.
   */
  capture(
    chunk: ChunkPlan,
    encoderFree: Promise<void>,
    isNextElsewhere: () => boolean,
  ): Promise<{ readonly segment: Promise<void> }>;
  /** Ends the lane's browser; never rejects. */
  close(): Promise<void>;
}

export interface LaneWork {
  readonly chunks: readonly ChunkPlan[];
  /** Most lanes. */
  readonly lanes: number;
  /** Resolves when one lane more may be opened; what it resolves with gives it back. Rejects when the signal aborts. */
  laneFree(signal: AbortSignal): Promise<() => void>;
  /** Settles when an encoder that was left behind before has ended; the first one of the first lane waits for it. */
  readonly encoderFree?: Promise<void> | undefined;
  open(laneIndex: number): Promise<Lane>;
  /**
   * Called when no lane is open and no chunk waits for one; `encoded` settles when the encoders still at work have ended.
   * When one of them fails, a lane is opened again. The last lane is given back when this resolves.
   */
  readonly onLanesClosed?: ((encoded: Promise<void>) => void | Promise<void>) | undefined;
  /** A lane was given up, or a chunk is done again. */
  onRetry(retry: {
    readonly chunk: ChunkPlan | null;
    readonly error: FramefarmError;
    readonly laneReplaced: boolean;
    /** All frames of the chunk were captured: its encoder failed. */
    readonly wasCaptured: boolean;
  }): void;
  /** Aborted by the caller, or by the scheduler when another lane failed for good. */
  readonly abort: AbortController;
}

/** A chunk that is captured and still being encoded. */
interface Pending {
  readonly chunk: ChunkPlan;
  readonly segment: Promise<void>;
}

export interface LaneSummary {
  readonly redoneFrames: number;
  readonly replacedLanes: number;
}

/**
 * Runs all chunks; resolves when every segment is finished and every lane closed.
 * @throws FramefarmError the first final failure, after all lanes have been closed and all encoders have ended.
 */
export async function runLanes(work: LaneWork): Promise<LaneSummary> {
  const queue = [...work.chunks];
  const attempts = new Map<number, number>();
  const { signal } = work.abort;
  let openFailures = 0;
  let redoneFrames = 0;
  let replacedLanes = 0;
  let laneLimit = work.lanes;
  let active = 0;
  /** Ends of the last encoders of lanes that are closed. */
  const encoding: Promise<void>[] = [];
  /** Encoders at work. */
  const encoders = new Set<Promise<void>>();
  /** Aborted once no chunk waits for a lane: what fails later is done again by the lane that had it, or at the end. */
  const allTaken = new AbortController();

  const isElsewhere = (index: number): boolean =>
    index < work.chunks.length && queue.every((chunk) => chunk.index !== index);

  /** Queues the chunk again, or throws when it has failed too often. */
  const retry = (chunk: ChunkPlan, error: FramefarmError, wasCaptured: boolean): void => {
    const failed = (attempts.get(chunk.index) ?? 0) + 1;
    attempts.set(chunk.index, failed);
    if (isFinal(error) || failed >= MAX_CHUNK_ATTEMPTS) throw error;
    redoneFrames += chunk.frames;
    queue.unshift(chunk);
    const laneReplaced = !wasCaptured && LANE_FAILURES.has(error.code);
    work.onRetry({ chunk, error, laneReplaced, wasCaptured });
  };

  /** Waits for a segment still being encoded; its failure queues its chunk again. */
  const settle = async (pending: Pending | null): Promise<void> => {
    if (pending === null) return;
    try {
      await pending.segment;
    } catch (thrown) {
      signal.throwIfAborted();
      retry(pending.chunk, asFramefarmError(thrown, 'encode'), true);
    }
  };

  /** Captures chunks until none waits; resolves, the lane being closed, with the one that is still encoded. */
  const runLane = async (laneIndex: number): Promise<Pending | null> => {
    let lane: Lane | null = null;
    let last = -1;
    let pending: Pending | null = null;
    let encoderFree = (laneIndex === 0 ? work.encoderFree : undefined) ?? Promise.resolve();
    try {
      while (!signal.aborted) {
        const chunk = queue.shift();
        if (queue.length === 0) allTaken.abort();
        if (chunk === undefined) break;
        // A page only goes forward: what callbacks of the author did in later frames is not undone by going back.
        if (lane !== null && chunk.index <= last) {
          await lane.close();
          lane = null;
        }
        last = chunk.index;
        try {
          lane ??= await work.open(laneIndex);
        } catch (thrown) {
          signal.throwIfAborted();
          queue.unshift(chunk);
          const error = asFramefarmError(thrown, 'capture');
          openFailures += 1;
          if (isFinal(error) || openFailures >= MAX_CHUNK_ATTEMPTS) throw error;
          replacedLanes += 1;
          work.onRetry({ chunk: null, error, laneReplaced: true, wasCaptured: false });
          continue;
        }
        const before: Pending | null = pending;
        try {
          const { segment } = await lane.capture(chunk, encoderFree, () => isElsewhere(chunk.index + 1));
          encoders.add(segment);
          const ended = (): boolean => encoders.delete(segment);
          segment.then(ended, ended);
          encoderFree = segment;
          pending = { chunk, segment };
        } catch (thrown) {
          signal.throwIfAborted();
          const error = asFramefarmError(thrown, 'capture');
          if (LANE_FAILURES.has(error.code)) {
            await lane.close();
            lane = null;
            replacedLanes += 1;
            if (error.code === 'CAPTURE_STALLED') laneLimit = Math.max(1, Math.ceil(work.lanes / 2));
          }
          retry(chunk, error, false);
          // Fewer lanes after a stall: the machine may be overloaded.
          if (lane === null && active > laneLimit) break;
          continue;
        }
        await settle(before);
      }
      return pending;
    } finally {
      await lane?.close();
      active -= 1;
    }
  };

  /** A lane's place; null when there is nothing left to do, or the render has ended, before one is free. */
  const placeOf = async (waiting: AbortSignal): Promise<(() => void) | null> => {
    try {
      return await work.laneFree(waiting);
    } catch (error) {
      if (waiting.aborted) return null;
      throw error;
    }
  };
  const guarded = async (laneIndex: number, waiting: AbortSignal): Promise<void> => {
    let leave: (() => void) | null = null;
    try {
      leave = await placeOf(waiting);
      if (leave === null || queue.length === 0 || active >= laneLimit) return;
      active += 1;
      const pending = await runLane(laneIndex);
      if (pending !== null) encoding.push(pending.segment);
      if (active === 0 && queue.length === 0) {
        await work.onLanesClosed?.(Promise.allSettled(encoding).then(() => {}));
      }
      leave();
      leave = null;
      await settle(pending);
    } catch (error) {
      if (!signal.aborted) work.abort.abort(error);
    } finally {
      leave?.();
    }
  };
  const waiting = AbortSignal.any([signal, allTaken.signal]);
  await Promise.all(Array.from({ length: work.lanes }, (_, laneIndex) => guarded(laneIndex, waiting)));
  // A lane that was given up may have left its chunk behind after the others had ended.
  while (!signal.aborted && queue.length > 0) await guarded(0, signal);
  // They have been told to end; what they write goes with its directory.
  await Promise.allSettled(encoders);
  signal.throwIfAborted();
  return { redoneFrames, replacedLanes };
}
