/** Events between the entries of a Redis stream and their type. */
import type { Fields } from '../redis/flat.js';
import { time } from '../redis/flat.js';

export interface EventPlace {
  readonly requestId: string;
  /** Of the stream that is read: the render, or the batch. */
  readonly id: string;
  /** Row of the render in its batch. */
  readonly row?: number;
}

/** The event with its base members; `place` says what the entry leaves out. */
export function eventOf(entry: Fields, place: EventPlace): Readonly<Record<string, unknown>> {
  const base = { requestId: place.requestId, at: time(entry.at), revision: Number(entry.v), status: entry.s };
  const own = JSON.parse(`{${entry.p ?? ''}}`) as Record<string, unknown>;
  if (entry.t === 'batch-completed') return { type: entry.t, batchId: place.id, ...base, ...own };
  const row = entry.w === undefined ? place.row : Number(entry.w);
  return { type: entry.t, renderId: entry.r ?? place.id, ...base, ...(row === undefined ? {} : { row }), ...own };
}
