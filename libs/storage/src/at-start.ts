/** What a program of the farm says when it starts and the store cannot be had: which setting to change, and why (http-api 4.5). */
import { type Environment, ERRORS, FARM_SETTINGS, FramefarmError } from '@framefarm/contract';

/**
 * Does `work` with the store at `location`.
 * @throws FramefarmError as `work`, naming `FRAMEFARM_STORE`, or the old name that gave it, where the store cannot be used.
 */
export async function requireStore<T>(
  location: string,
  work: () => T | Promise<T>,
  env: Environment = process.env,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof FramefarmError) || !['STORE_UNAVAILABLE', 'DISK_FULL'].includes(thrown.code)) throw thrown;
    const { code, message, hint, details } = thrown;
    const variable = [FARM_SETTINGS.store.env, ...FARM_SETTINGS.store.also].find((name) => env[name] === location);
    const source = variable ?? FARM_SETTINGS.store.env;
    throw new FramefarmError(code, `${source} "${location}": ${message}`, {
      // "Try again later" is for those who ask a farm that runs.
      hint: hint === ERRORS[code].hint ? `Correct ${source} or --store, and start again.` : hint,
      details,
      cause: thrown,
    });
  }
}
