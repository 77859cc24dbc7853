/** Work that is done must not be lost because Redis was away for a moment (farm-practice 4). */
import { setTimeout as pause } from 'node:timers/promises';
import { FramefarmError } from '@framefarm/contract';

/** Pause before the next try, ms; each try itself waits for a connection. */
const AGAIN_AFTER_MS = 250;

/**
 * Repeats `call` while Redis cannot be reached, for at most `withinMs` or until `signal` aborts. The call has to be one that
 * may be carried out twice: a try that was not answered may have been.
 * @throws FramefarmError `QUEUE_UNAVAILABLE` when the time is up, the signal's reason, and what else `call` throws.
 */
export async function throughOutage<T>(
  call: () => Promise<T>,
  withinMs: number,
  signal: AbortSignal | null = null,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const isAway = error instanceof FramefarmError && error.code === 'QUEUE_UNAVAILABLE';
      if (!isAway || performance.now() > until) throw error;
    }
    await pause(AGAIN_AFTER_MS);
  }
}
