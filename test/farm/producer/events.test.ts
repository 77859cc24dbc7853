/** Event streams: replay, resume, gaps, limits, and the end of the service (http-api 3.4, 4.5). */
import { KEPT_BATCH_EVENTS, KEPT_EVENTS } from '@framefarm/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  admit,
  allMessages,
  complete,
  HTML,
  messages,
  type SentEvent,
  startTestProducer,
  type TestProducer,
} from '../../support/farm/producer.js';

let producer: TestProducer;
beforeAll(async () => {
  producer = await startTestProducer();
});
afterAll(() => producer.end());

async function submit(about: object = {}): Promise<string> {
  const answer = await producer.call('POST', '/renders', { source: { html: HTML }, ...about });
  return ((await answer.json()) as { id: string }).id;
}

const events = (id: string, headers: Record<string, string> = {}, query = '') =>
  producer.call('GET', `/renders/${id}/events${query}`, undefined, headers);

async function finished(about: object = {}): Promise<string> {
  const id = await submit(about);
  await admit(producer.farm, id);
  await complete(producer, id, Buffer.from('video'));
  return id;
}

describe('the events of a render', () => {
  it('reach a reader that was there all the time and one that comes later in the same order', async () => {
    const id = await submit({ metadata: { job: 7 } });
    const live = events(id).then(allMessages);
    await admit(producer.farm, id);
    await complete(producer, id, Buffer.from('video'));
    const seen = await live;
    expect(seen.map(({ event }) => event)).toEqual(['queued', 'state', 'state', 'state', 'completed']);
    expect(seen.at(-1)?.data).toMatchObject({
      type: 'completed',
      renderId: id,
      status: 'completed',
      metadata: { job: 7 },
      output: { url: `/renders/${id}/output` },
    });
    expect(JSON.stringify(seen)).not.toContain('storeKey');
    expect(await allMessages(await events(id))).toEqual(seen);
  });

  it('go on exactly after Last-Event-ID, by header or query', async () => {
    const id = await finished();
    const all = await allMessages(await events(id));
    for (const [index, { id: at }] of all.slice(0, -1).entries()) {
      const rest = all.slice(index + 1);
      expect(await allMessages(await events(id, { 'last-event-id': at ?? '' }))).toEqual(rest);
      expect(await allMessages(await events(id, {}, `?lastEventId=${at}`))).toEqual(rest);
    }
    const last = await events(id, { 'last-event-id': all.at(-1)?.id ?? '' });
    expect(last.status).toBe(204);
  });

  it('begin with a gap and the whole render for an id that lies ahead, and refuse a malformed one', async () => {
    const id = await finished();
    const ahead = await allMessages(await events(id, { 'last-event-id': '9999999999999-0' }));
    expect(ahead.map(({ event }) => event)).toEqual(['gap']);
    expect(ahead[0]?.data).toMatchObject({
      type: 'gap',
      renderId: id,
      requestId: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      revision: expect.any(Number),
      status: 'completed',
      render: { id, status: 'completed' },
    });
    const malformed = await events(id, { 'last-event-id': 'abc' });
    expect([malformed.status, ((await malformed.json()) as { code: string }).code]).toEqual([
      400,
      'INVALID_LAST_EVENT_ID',
    ]);
  });

  it('say when a place in the line changes', async () => {
    const first = await submit();
    const second = await submit();
    const seen: SentEvent[] = [];
    for await (const message of messages(await events(second))) {
      seen.push(message);
      if (seen.length === 1) await producer.call('POST', `/renders/${first}/cancel`);
      if (seen.length === 2) await producer.call('POST', `/renders/${second}/cancel`);
    }
    expect(seen.map(({ event, data }) => [event, data.ahead])).toEqual([
      ['queued', 1],
      ['queued', 0],
      ['cancelled', undefined],
    ]);
  });

  it('are a plain 404 for a render that nobody knows', async () => {
    const answer = await events('rnd_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });
});

/** Events written at once: no question to Redis waits behind so many of them that a busy machine takes its two seconds for it. */
const AT_ONCE = 100;

/** Events of a render, as many as `count`. */
async function crowded(id: string, count: number): Promise<void> {
  const warnings = Array.from({ length: count }, (_, at) => ({
    code: 'script_error' as const,
    message: `warning ${at}`,
    stage: 'capture' as const,
  }));
  for (let at = 0; at < count; at += AT_ONCE) await producer.farm.renders.warn(id, 1, warnings.slice(at, at + AT_ONCE));
}

/** Places of events in their stream, counted from 1. */
const places = (seen: readonly SentEvent[]): number[] => seen.map(({ id }) => Number(id?.split('-')[1]));
const counted = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('a stream whose oldest events are gone', () => {
  it('begins with the whole render for who needs them, live or late, and goes on with all that is kept', async () => {
    const id = await submit({ metadata: { job: 7 } });
    await admit(producer.farm, id);
    const [queued] = (await producer.farm.events.read(id, null, 1)).events;
    const old = { 'last-event-id': queued?.id ?? '' };
    await crowded(id, KEPT_EVENTS + 20);
    const live = events(id, old).then(allMessages);
    const fresh = events(id).then(allMessages);
    await complete(producer, id, Buffer.from('video'));
    const total = KEPT_EVENTS + 25;
    const late = await allMessages(await events(id, old));
    for (const [gap, ...rest] of [await live, await fresh, late]) {
      expect(gap).toMatchObject({
        event: 'gap',
        data: { type: 'gap', renderId: id, render: { id, metadata: { job: 7 } } },
      });
      const seen = places(rest);
      // Who came before the end may have read events that were trimmed by it.
      expect(seen).toEqual(counted(seen[0] ?? 0, total));
      expect(seen.length).toBeGreaterThanOrEqual(KEPT_EVENTS);
      expect(rest.at(-1)).toMatchObject({ event: 'completed' });
    }
    expect(late[0]).toMatchObject({ id: queued?.id, data: { render: { status: 'completed' } } });

    const [, first, ...others] = late;
    expect(await allMessages(await events(id, { 'last-event-id': first?.id ?? '' }))).toEqual(others);
    expect((await events(id, { 'last-event-id': late.at(-1)?.id ?? '' })).status).toBe(204);
  });

  it('does the same with the batch for its followers', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => ({ n }));
    const answer = await producer.call('POST', '/batches', { source: { html: HTML }, rows, concurrency: rows.length });
    const { id } = (await answer.json()) as { id: string };
    const [first] = (await producer.farm.batches.readEvents(id, null, 1)).events;
    const renders = await producer.farm.batches.rows(id);
    for (const { renderId } of renders) await crowded(renderId ?? '', KEPT_BATCH_EVENTS / rows.length);
    await producer.call('POST', `/batches/${id}/cancel`);
    const path = `/batches/${id}/events`;
    const old = { 'last-event-id': first?.id ?? '' };
    const [gap, ...rest] = await allMessages(await producer.call('GET', path, undefined, old));
    expect(gap).toMatchObject({
      id: first?.id,
      event: 'gap',
      data: { batchId: id, batch: { id, status: 'cancelled' } },
    });
    expect(rest).toHaveLength(KEPT_BATCH_EVENTS);
    expect(places(rest)).toEqual(counted(places(rest)[0] ?? 0, (places(rest)[0] ?? 0) + KEPT_BATCH_EVENTS - 1));
    expect(rest.at(-1)).toMatchObject({ event: 'batch-completed' });
    const again = await producer.call('GET', path, undefined, { 'last-event-id': rest.at(-3)?.id ?? '' });
    expect(await allMessages(again)).toEqual(rest.slice(-2));
  });
});

describe('limits of streams', () => {
  it('answers HEAD at once', async () => {
    const id = await submit();
    const answer = await producer.call('HEAD', `/renders/${id}/events`);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    await producer.call('POST', `/renders/${id}/cancel`);
  });

  it('lets 20 be open at once and refuses one more', async () => {
    const id = await submit();
    const leave = new AbortController();
    const open = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${producer.url}/renders/${id}/events`, { signal: leave.signal })),
    );
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
    const more = await events(id);
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '5']);
    leave.abort();
    await producer.call('POST', `/renders/${id}/cancel`);
    expect((await events(id)).status).toBe(200);
  });

  it('ends an open stream with a comment when the service stops', async () => {
    const other = await producer.another();
    const id = await submit();
    const stream = await fetch(`${other.url}/renders/${id}/events`);
    const text = stream.text();
    await other.close();
    expect(await text).toMatch(/^retry: 2000\n\n[\s\S]*: this service is stopping; come back\n\n$/);
    expect((await producer.farm.renders.get(id))?.status).toBe('queued');
    await producer.call('POST', `/renders/${id}/cancel`);
  });
});
