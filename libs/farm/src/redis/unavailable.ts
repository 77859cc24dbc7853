/** Which failures of a command mean that Redis cannot be used at the moment. */
import { FramefarmError } from '@framefarm/contract';

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/** Answers of a Redis that is loading, full, not writable, busy or failing over. Redis 6 puts words before them where a script met them. */
const REPLIES =
  /^(?:ERR Error running script .*-)?(LOADING|READONLY|MISCONF|OOM|BUSY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|NOREPLICAS)\b/;
const CLIENT =
  /connection is closed|stream isn't writeable|max retries per request|command timed out|connection in subscriber/i;

/**
 * What the server says that has become a replica. It keeps its connections; who connects anew, by the name that it knows, gets to
 * the new primary.
 */
export function hasMoved(thrown: Error): boolean {
  return /\bREADONLY\b/.test(thrown.message);
}

export function queueUnavailable(detail: string, cause?: unknown): FramefarmError {
  return new FramefarmError('QUEUE_UNAVAILABLE', detail, cause === undefined ? {} : { cause });
}

export function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown instanceof FramefarmError) return false;
  const code = (thrown as NodeJS.ErrnoException).code;
  return (code !== undefined && NETWORK.has(code)) || REPLIES.test(thrown.message) || CLIENT.test(thrown.message);
}
