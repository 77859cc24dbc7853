/** A producer whose Redis does not answer: 503 soon, and well again by itself (http-api 4.4, 4.5). */
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearer, keysFile } from '../../support/farm/api-keys.js';
import { allMessages, complete, HTML, startTestProducer, type TestProducer } from '../../support/farm/producer.js';
import { eventually } from '../../support/machine/eventually.js';

let producer: TestProducer;
beforeAll(async () => {
  producer = await startTestProducer({ disableHealthWorker: false });
});
afterAll(() => producer.end());

/** Clients of two renders that were accepted before Redis went: their renders go on, and so must they. */
async function waitingClients() {
  const stream = await producer.call('POST', '/render/stream', { html: HTML });
  const streamed = stream.headers.get('x-render-id') ?? '';
  const blocking = producer.call('POST', '/render', { html: HTML });
  const { items } = await eventually(async () => {
    const page = await producer.farm.renders.list({ owner: 'local' }, 10);
    expect(page.items).toHaveLength(2);
    return page;
  });
  const waited = items.map(({ id }) => id).find((id) => id !== streamed) ?? '';
  const events = await producer.call('GET', `/renders/${waited}/events`);
  return {
    haveTheirAnswers: async () => {
      expect(await producer.farm.line.admit()).toHaveLength(2);
      for (const id of [streamed, waited]) await complete(producer, id, Buffer.from(id));
      expect((await allMessages(stream)).at(-1)?.data.type).toBe('complete');
      expect((await blocking).status).toBe(200);
      expect((await allMessages(events)).at(-1)?.event).toBe('completed');
    },
  };
}

/** Waits for what `/readyz` says: it tells for a second what it saw. */
async function readiness(status: number, redis: string): Promise<void> {
  await eventually(async () => {
    const ready = await producer.call('GET', '/readyz');
    expect([ready.status, await ready.json()]).toMatchObject([status, { checks: { redis } }]);
  });
}

it('answers 503 with Retry-After while Redis is frozen, stays alive, and goes on when Redis does', async () => {
  const health = (path: string) => fetch(`${producer.healthUrl}${path}`);
  const waiting = await waitingClients();
  process.kill(producer.redis.pid(), 'SIGSTOP');
  try {
    for (const [method, path, body] of [
      ['GET', '/render/queue', undefined],
      ['GET', '/renders', undefined],
      ['POST', '/renders', { source: { html: HTML } }],
    ] as const) {
      const answer = await producer.call(method, path, body);
      expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '2']);
    }
    expect((await producer.call('GET', '/healthz')).status).toBe(200);
    expect((await health('/healthz')).status).toBe(200);
    const ready = await producer.call('GET', '/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', checks: { redis: 'QUEUE_UNAVAILABLE', store: 'ok' }, draining: false },
    ]);
    const metrics = await health('/metrics');
    expect(metrics.status).toBe(200);
    const text = await metrics.text();
    expect(text).toMatch(/^framefarm_producer_redis_up 0$/m);
    expect(text).toMatch(/^framefarm_producer_memory_bytes \d+/m);
    expect(text).not.toContain('framefarm_queue_length');
  } finally {
    process.kill(producer.redis.pid(), 'SIGCONT');
  }
  await eventually(async () => expect((await health('/readyz')).status).toBe(200));
  await waiting.haveTheirAnswers();
  expect((await producer.call('POST', '/renders', { source: { html: HTML } })).status).toBe(202);
  const metrics = await health('/metrics');
  const text = await metrics.text();
  expect(text).toMatch(/^framefarm_queue_length 1$/m);
  expect(text).toMatch(/^framefarm_permits_limit 2$/m);
  expect(text).toMatch(/^framefarm_producer_redis_up 1$/m);
});

it.each([
  ['has no memory left', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0'],
  ['has lost its replicas', 'CONFIG SET min-replicas-to-write 1', 'CONFIG SET min-replicas-to-write 0'],
])('takes nothing in while Redis %s, and says when to come again', async (_state, begin, end) => {
  const client = new Redis(producer.redis.url);
  const tell = ([command = '', ...words]: readonly string[]) => client.call(command, ...words);
  const submit = () => producer.call('POST', '/renders', { source: { html: HTML } });
  const known = await producer.farm.line.status();
  await tell(begin.split(' '));
  const refused = await submit();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({ code: 'QUEUE_UNAVAILABLE', retryable: true });
  expect((await producer.call('GET', '/healthz')).status).toBe(200);
  await readiness(503, 'QUEUE_UNAVAILABLE');
  await tell(end.split(' '));
  await readiness(200, 'ok');
  expect((await submit()).status).toBe(202);
  expect((await producer.farm.line.status()).queuedRenders).toBe(known.queuedRenders + 1);
  client.disconnect();
});

it('tells clients that wait for a render when Redis has come back without it', async () => {
  const { redis } = producer;
  const stream = await producer.call('POST', '/render/stream', { html: HTML }, { 'x-request-id': 'streamed' });
  const blocking = producer.call('POST', '/render', { html: HTML }, { 'x-request-id': 'waited' });
  await eventually(async () => {
    const page = await producer.farm.renders.list({ owner: 'local' }, 10);
    expect(page.items.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(['streamed', 'waited']));
  });
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  const answer = await blocking;
  expect([answer.status, await answer.json()]).toMatchObject([404, { success: false, errorCode: 'RENDER_NOT_FOUND' }]);
  const [last] = (await allMessages(stream)).slice(-1);
  expect(last?.data).toMatchObject({
    type: 'error',
    errorCode: 'RENDER_NOT_FOUND',
    stage: 'queued',
    outcome: 'failed',
  });
});

it('stores its limits again where Redis came back without its data, and leaves one that the operator set', async () => {
  const apiKeysFile = await keysFile([{ name: 'ana', limits: { permits: 1 } }]);
  const own = await startTestProducer({ apiKeysFile, maxConcurrentRenders: 5 });
  const limit = async () => (await own.farm.line.status()).maxConcurrentRenders;
  await own.farm.line.setLimit(7);
  await own.redis.restart();
  await eventually(async () => expect((await own.call('GET', '/renders', undefined, bearer('ana'))).status).toBe(200));
  expect(await limit()).toBe(7);

  await own.redis.restart('lost');
  await eventually(async () => expect(await limit()).toBe(5));
  for (let count = 0; count < 2; count += 1) {
    expect((await own.call('POST', '/renders', { source: { html: HTML } }, bearer('ana'))).status).toBe(202);
  }
  expect(await own.farm.line.admit()).toHaveLength(1);
  await own.end();
});
