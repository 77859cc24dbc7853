/** Reads a stream whose ids count its events, so that trimmed ones are noticed. */
import { fields } from '../redis/flat.js';
import type { Room } from '../redis/room.js';
import { type EventPlace, eventOf } from './event-codec.js';
import type { StoredEvent } from './render-events.js';

export interface StreamPart<E> {
  readonly events: readonly StoredEvent<E>[];
  /** Events after the given one are gone, or the given one was never there. */
  readonly trimmed: boolean;
  /** Id of the newest event, null when there is none. */
  readonly last: string | null;
}

/** Number of the event, from 1; 0 for none. */
const countOf = (id: string | null): number => Number(id?.split('-')[1] ?? 0);

type Entries = readonly [id: string, flat: string[]][];

export async function readStream<E>(
  room: Room,
  stream: string,
  after: string | null,
  limit: number,
  place: EventPlace,
): Promise<StreamPart<E>> {
  const [entries, oldest, newest] = (await room.ask((redis) =>
    Promise.all([
      redis.xrange(stream, after === null ? '-' : `(${after}`, '+', 'COUNT', limit),
      redis.xrange(stream, '-', '+', 'COUNT', 1),
      redis.xrevrange(stream, '+', '-', 'COUNT', 1),
    ]),
  )) as [Entries, Entries, Entries];
  const last = newest[0]?.[0] ?? null;
  return {
    events: entries.map(([id, flat]) => ({ id, event: eventOf(fields(flat) ?? {}, place) as E })),
    trimmed: countOf(oldest[0]?.[0] ?? null) > countOf(after) + 1 || countOf(after) > countOf(last),
    last,
  };
}
