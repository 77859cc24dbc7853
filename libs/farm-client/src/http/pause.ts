import { setTimeout as wait } from 'node:timers/promises';

/** Waits `ms`; rejects with the reason of the signal when it aborts before. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
