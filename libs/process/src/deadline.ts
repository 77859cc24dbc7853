/** Deadlines that name the phase and what it was waiting for; no wait of a render is unbounded. */
import { type ErrorCode, FramefarmError } from '@framefarm/contract';
import { startTimeLimit } from './time-limit.js';

export interface Deadline {
  /** Milliseconds. */
  readonly ms: number;
  readonly code: ErrorCode;
  readonly stage?: string;
  /** Completes "no result after N s while waiting for …". */
  readonly waitingFor: string | (() => string);
}

/** Settles as `work` does, or rejects with the deadline's error. `work` itself is not stopped: its owner must end it. */
export async function withDeadline<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  let endLimit: (() => void) | undefined;
  const expiry = new Promise<never>((_, reject) => {
    endLimit = startTimeLimit(deadline.ms, () => {
      const what = typeof deadline.waitingFor === 'string' ? deadline.waitingFor : deadline.waitingFor();
      const seconds = Math.round(deadline.ms / 100) / 10;
      reject(
        new FramefarmError(deadline.code, `no result after ${seconds} s while waiting for ${what}`, {
          ...(deadline.stage === undefined ? {} : { stage: deadline.stage }),
        }),
      );
    });
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    endLimit?.();
    work.catch(() => {});
  }
}

/** Rejects with `signal.reason` when the signal aborts before `work` settles. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  // Nobody may be left to hear of its failure.
  work.catch(() => {});
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
