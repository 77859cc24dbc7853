/** Which failures of a command mean that Redis cannot be used at the moment. */
import { FramefarmError } from '@framefarm/contract';

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/** Answers of a Redis that is loading, full, not writable, busy or failing over. */
const REPLIES = /^(LOADING|READONLY|MISCONF|OOM|BUSY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|NOREPLICAS)\b/;
const CLIENT =
  /connection is closed|stream isn't writeable|max retries per request|command timed out|connection in subscriber/i;

export function queueUnavailable(detail: string, cause?: unknown): FramefarmError {
  return new FramefarmError('QUEUE_UNAVAILABLE', detail, cause === undefined ? {} : { cause });
}

export function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown instanceof FramefarmError) return false;
  const code = (thrown as NodeJS.ErrnoException).code;
  return (code !== undefined && NETWORK.has(code)) || REPLIES.test(thrown.message) || CLIENT.test(thrown.message);
}
