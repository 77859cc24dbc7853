/** Whoever waits for a render already waits over an outage of Redis too, as the render does (docs/farm.md). */
import { setTimeout as pause } from 'node:timers/promises';
import { asFramefarmError } from '@framefarm/contract';

/** Pause before Redis is asked again, ms; each question waits for it by itself. */
const AGAIN_MS = 250;

/** The answer to `ask`, once Redis gives one. @throws what else `ask` throws, and QUEUE_UNAVAILABLE once `signal` has aborted. */
export async function outlast<T>(signal: AbortSignal, ask: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || asFramefarmError(error).code !== 'QUEUE_UNAVAILABLE') throw error;
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
