/** What a program of the farm says when it starts and the store cannot be had: which setting to change, and why (http-api 4.5). */
import { ERRORS, FramefarmError } from '@framefarm/contract';

/**
 * Does `work` with the store at `location`.
 * @throws FramefarmError as `work`, naming `FRAMEFARM_STORE` where the store cannot be used.
 */
export async function requireStore<T>(location: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof FramefarmError) || !['STORE_UNAVAILABLE', 'DISK_FULL'].includes(thrown.code)) throw thrown;
    const { code, message, hint, details } = thrown;
    throw new FramefarmError(code, `FRAMEFARM_STORE "${location}": ${message}`, {
      // "Try again later" is for those who ask a farm that runs.
      hint: hint === ERRORS[code].hint ? 'Correct FRAMEFARM_STORE or --store, and start again.' : hint,
      details,
      cause: thrown,
    });
  }
}
