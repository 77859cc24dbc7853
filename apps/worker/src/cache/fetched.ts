/** Inputs on their way from a store that may take its time. */
import { untilAborted } from '@framefarm/process';
import type { Held } from './content-cache.js';

/** Waits for an input as long as the signal lets it; what comes later stays in the cache, held by nobody. */
export async function fetched(getting: Promise<Held>, signal: AbortSignal | undefined): Promise<Held> {
  try {
    return await untilAborted(getting, signal);
  } catch (error) {
    void getting.then(
      (held) => held.release(),
      () => {},
    );
    throw error;
  }
}
