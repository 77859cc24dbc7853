import { unavailable } from './failures.js';

/** Time for all of a look at a store, ms. Readiness and workers go by it, which must not take a mute store for one that is there. */
export const LOOK_MS = 10_000;

/**
 * The end of `work`, or a failure when that has not come in time. `signal` tells the work that nobody waits any longer, where it can
 * be told: what waits for a file system that hangs cannot.
 * @throws FramefarmError `STORE_UNAVAILABLE`, or as `work`
 */
export async function within<T>(location: string, hint: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = unavailable('unreachable', `${location}: no answer within ${LOOK_MS / 1000} s`, hint);
      reject(error);
      late.abort(error);
    }, LOOK_MS);
  });
  try {
    return await Promise.race([work(late.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
