import type { Farm, StoredEvent } from '@framefarm/farm';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { EventReplies } from '../../../apps/producer/src/events/event-replies.js';
import type { EventStreams } from '../../../apps/producer/src/events/event-streams.js';

it('a stream tells the last event also where it was written while a page was read', async () => {
  const stored = (id: string): StoredEvent<string> => ({ id, event: id });
  const first = stored('1-1');
  const end = stored('2-2');
  const ended = new AbortController();
  const written: string[] = [];
  const stream = { signal: ended.signal, write: (text: string) => written.push(text), end: () => ended.abort() };
  const watch = (_id: string, changed: () => void) => {
    setImmediate(changed);
    return () => {};
  };
  const farm = { events: { watch } };
  const streams = { admit: () => () => {}, open: () => stream };
  let reads = 0;
  const read = async (after: string | null) => {
    reads += 1;
    // Before the stream, the first event, and a page whose events were read before the end was written, its newest id after.
    if (reads <= 2) return { events: after === null ? [first] : [], trimmed: false, last: first.id };
    if (reads === 3) return { events: [], trimmed: false, last: end.id };
    return { events: after === end.id ? [] : [end], trimmed: false, last: end.id };
  };
  const replies = new EventReplies(farm as unknown as Farm, streams as unknown as EventStreams);
  const replayed = { id: 'r', owner: 'o', hadEnded: false, read, hasEnded: async () => reads >= 3 };
  const shown = { textOf: (one: StoredEvent<string>) => one.id, snapshot: async () => null };
  await replies.send({} as FastifyReply, { ...replayed, ...shown }, null);
  expect(written.slice(1)).toEqual([first.id, end.id]);
});
