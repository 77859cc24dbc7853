/** Ids of events: `<ms>-<n>`, their place in the render's stream (http-api 3.4). Pure. */
import { FramefarmError } from '@framefarm/contract';

const ID = /^\d{1,16}-\d{1,16}$/;

/**
 * The id after which a reader wants to go on: header first, then `?lastEventId=`; null for the start.
 * @throws FramefarmError INVALID_LAST_EVENT_ID
 */
export function lastEventId(header: string | readonly string[] | undefined, query: string | undefined): string | null {
  const given = header ?? query;
  if (given === undefined || given === '') return null;
  if (typeof given === 'string' && ID.test(given)) return given;
  throw new FramefarmError('INVALID_LAST_EVENT_ID', 'Last-Event-ID is not the id of an event.');
}

/** Negative when `a` comes before `b`. */
export function compareIds(a: string, b: string): number {
  const [aMs = 0n, aNumber = 0n] = a.split('-').map(BigInt);
  const [bMs = 0n, bNumber = 0n] = b.split('-').map(BigInt);
  if (aMs !== bMs) return aMs < bMs ? -1 : 1;
  return aNumber === bNumber ? 0 : aNumber < bNumber ? -1 : 1;
}
