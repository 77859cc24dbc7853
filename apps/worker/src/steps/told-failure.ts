/** What clients are told of a failed step; the log of the worker has all of it (security 7). Pure. */
import type { FramefarmError } from '@framefarm/contract';
import type { StepFailure } from '@framefarm/farm';
import { withoutPlaces } from './without-places.js';

export interface Places {
  /** Of the worker. */
  readonly directory: string;
  /** Of the store. */
  readonly location: string;
}

/** The hint is told where it says more than the catalogue to who wrote the composition. */
export function toldFailure(error: FramefarmError, places: Places): Pick<StepFailure, 'code' | 'message' | 'hint'> {
  const { code, entry, hint } = error;
  const isOwn = entry.owner === 'user' && hint !== entry.hint;
  return { code, message: messageOf(error, places), ...(isOwn ? { hint: withoutPlaces(hint, places.directory) } : {}) };
}

/** Buckets, addresses and what a server of the operator's says are nobody's but his. */
function messageOf({ code, entry, details, message }: FramefarmError, { directory, location }: Places): string {
  if (code === 'STORE_UNAVAILABLE') return `${entry.title} (${details.reason ?? 'unknown'})`;
  return withoutPlaces(message.replaceAll(location, 'the store'), directory);
}
