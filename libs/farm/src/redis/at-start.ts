/** What a program of the farm says when it starts and Redis cannot be had: which setting to change, and why (http-api 4.5). */
import { asFramefarmError, FramefarmError } from '@framefarm/contract';

/**
 * Waits for `ping`, which asks the Redis at `url`.
 * @throws FramefarmError with the code of the failure, naming `REDIS_URL`; never its user and password.
 */
export async function requireRedis(url: string, ping: () => Promise<unknown>): Promise<void> {
  try {
    await ping();
  } catch (thrown) {
    const { message, cause } = asFramefarmError(thrown);
    const reason = cause instanceof Error && cause.message !== message ? ` (${cause.message})` : '';
    throw new FramefarmError('QUEUE_UNAVAILABLE', `REDIS_URL "${withoutSecrets(url)}": ${message}${reason}`, {
      hint: 'Start Redis there, or name the right one with REDIS_URL or --redis.',
      cause: thrown,
    });
  }
}

/** The address alone: user, password and options of the connection may be secret. */
export function withoutSecrets(url: string): string {
  const [address = ''] = url.split('?');
  return address.replace(/^(rediss?:\/\/).*@/, '$1');
}
