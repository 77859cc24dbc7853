/** Direct calls: render now, answer when finished (http-api 1). */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  admit,
  allMessages,
  complete,
  HTML,
  messages,
  startTestProducer,
  type TestProducer,
} from '../../support/farm/producer.js';
import { eventually } from '../../support/machine/eventually.js';

let producer: TestProducer;
/** Takes requests for documents and never says a word. */
const silent = createServer((request) => asked.push(request));
const asked: IncomingMessage[] = [];
let silentOrigin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  silentOrigin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  producer = await startTestProducer({ maxConcurrentRenders: 1, networkAllow: [silentOrigin] });
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await producer.end();
});

const stream = (body: object, headers: Record<string, string> = {}) =>
  producer.call('POST', '/render/stream', { html: HTML, ...body }, headers);

/** The one render that waits or runs. */
async function onlyRender(): Promise<string> {
  return eventually(async () => {
    const { items } = await producer.farm.renders.list({ owner: 'local', status: ['queued', 'preparing'] }, 10);
    if (items.length !== 1) throw new Error(`${items.length} renders`);
    return items[0]?.id ?? '';
  });
}

describe('POST /render/stream', () => {
  it('says its place first when it has to wait, then progress and exactly one end', async () => {
    const holder = await stream({}, { 'x-request-id': 'holder' });
    const held = holder.headers.get('x-render-id') ?? '';
    await admit(producer.farm, held);
    const waiting = await stream({ outputPath: 'films/second.mp4' }, { 'x-request-id': 'second' });
    const id = waiting.headers.get('x-render-id') ?? '';
    expect([waiting.status, waiting.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
    expect(waiting.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reader = messages(waiting);
    const first = await reader.next();
    expect(first.value).toEqual({ id: null, event: null, data: { type: 'queued', requestId: 'second', position: 0 } });
    const queue = await producer.call('GET', '/render/queue');
    expect(await queue.json()).toEqual({ maxConcurrentRenders: 1, activeRenders: 1, queuedRenders: 1 });
    await complete(producer, held, Buffer.from('one'));
    await admit(producer.farm, id);
    await complete(producer, id, Buffer.from('two'));
    const rest: Record<string, unknown>[] = [];
    for await (const { data } of reader) rest.push(data);
    expect(rest.filter(({ type }) => type !== 'progress')).toHaveLength(1);
    expect(rest.at(-1)).toMatchObject({
      type: 'complete',
      requestId: 'second',
      outputPath: 'films/second.mp4',
      fileSize: 3,
      videoDurationSeconds: 1,
      outcome: 'completed',
      warnings: [],
    });
    const ended = await allMessages(holder);
    expect(ended.some(({ data }) => data.type === 'queued')).toBe(false);
    const output = await fetch(`${producer.url}${String(rest.at(-1)?.outputUrl)}`);
    expect(await output.text()).toBe('two');
    expect([output.headers.get('content-type'), output.headers.get('cache-control')]).toEqual([
      'video/mp4',
      'no-store',
    ]);
    expect(output.headers.get('content-disposition')).toContain('filename="second.mp4"');
  });

  it('tells frames that are taken from earlier renders, and that the parts are joined', async () => {
    const answer = await stream({});
    const id = answer.headers.get('x-render-id') ?? '';
    await admit(producer.farm, id);
    await producer.farm.chunks.plan(id, 1, [
      { index: 0, firstFrame: 0, frames: 20 },
      { index: 1, firstFrame: 20, frames: 10 },
    ]);
    for (const index of [0, 1]) {
      const facts = { worker: '', storeKey: `k${index}`, sha256: `h${index}`, size: 1, ms: 0, reused: true };
      await producer.farm.chunks.commit(id, 1, index, facts);
    }
    await complete(producer, id, Buffer.from('again'));
    const told = (await allMessages(answer)).map(({ data }) => data).filter(({ type }) => type === 'progress');
    expect(told.at(-2)).toMatchObject({ progress: 90, framesRendered: 30, totalFrames: 30, stage: 'Capturing frames' });
    expect(told.at(-1)).toMatchObject({ progress: 90, framesRendered: 30, stage: 'Joining the parts' });
  });

  it('tells an invalid request inside the stream, and ignores unknown fields', async () => {
    const answer = await stream({ fps: 0, unheardOf: 1 });
    expect(answer.status).toBe(200);
    const [only] = await allMessages(answer);
    expect(only?.data).toMatchObject({ type: 'error', stage: 'validation', outcome: 'failed' });
    expect(String(only?.data.error)).toContain('fps "0"');
    expect(String(only?.data.error)).not.toContain('unheardOf');
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['an array', '[]'],
    ['a key that reaches a prototype', `{"html":"x","variables":{"__proto__":1}}`],
  ])('tells a body of %s inside the stream too', async (_name, body) => {
    const answer = await producer.call('POST', '/render/stream', body, { 'content-type': 'application/json' });
    expect([answer.status, answer.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const told = (await allMessages(answer)).map(({ data }) => data);
    expect(told).toEqual([
      expect.objectContaining({ type: 'error', stage: 'validation', retryable: false, outcome: 'failed' }),
    ]);
  });

  it('gives its place in the line up when the client leaves', async () => {
    const leave = new AbortController();
    const body = JSON.stringify({ html: HTML });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${producer.url}/render/stream`, {
      method: 'POST',
      body,
      headers,
      signal: leave.signal,
    });
    const id = answer.headers.get('x-render-id') ?? '';
    leave.abort();
    await eventually(async () => expect((await producer.farm.renders.get(id))?.status).toBe('cancelled'));
  });

  it('ends with `cancelled` when the render is cancelled elsewhere', async () => {
    const answer = await stream({});
    await producer.call('POST', `/renders/${answer.headers.get('x-render-id')}/cancel`);
    const last = (await allMessages(answer)).at(-1);
    expect(last?.data).toMatchObject({ type: 'cancelled', outcome: 'cancelled' });
  });
});

describe('POST /render', () => {
  it('answers when the render is finished', async () => {
    const answer = producer.call('POST', '/render', { html: HTML, format: 'webm' }, { 'x-request-id': 'blocking' });
    const id = await onlyRender();
    await admit(producer.farm, id);
    await complete(producer, id, Buffer.from('film'));
    const done = await answer;
    expect([done.status, done.headers.get('x-render-id')]).toEqual([200, id]);
    expect(await done.json()).toMatchObject({
      success: true,
      requestId: 'blocking',
      fileSize: 4,
      outcome: 'completed',
    });
  });

  it('joins a running render when its key comes again, and gives each its own token', async () => {
    const headers = { 'idempotency-key': 'joined' };
    const calls = [0, 1].map(() => producer.call('POST', '/render', { html: HTML }, headers));
    const id = await onlyRender();
    await admit(producer.farm, id);
    await complete(producer, id, Buffer.from('film'));
    const answers = await Promise.all(calls);
    const bodies = (await Promise.all(answers.map((one) => one.json()))) as { outputToken: string }[];
    expect(answers.map((one) => one.headers.get('x-render-id'))).toEqual([id, id]);
    expect(answers.filter((one) => one.headers.get('idempotency-replayed') === 'true')).toHaveLength(1);
    expect(new Set(bodies.map(({ outputToken }) => outputToken)).size).toBe(2);
    const other = await producer.call('POST', '/render', { html: HTML, fps: 25 }, headers);
    expect([other.status, ((await other.json()) as { errorCode: string }).errorCode]).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  it('goes on for whoever waits still, at any producer, and is dropped when the last one leaves', async () => {
    const other = await producer.another();
    const redis = new Redis(producer.redis.url);
    const calls = [producer.url, other.url].map((url) => {
      const leave = new AbortController();
      const answer = fetch(`${url}/render`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'shared' },
        body: JSON.stringify({ html: HTML }),
        signal: leave.signal,
      }).catch(() => null);
      return { leave: () => leave.abort(), answer };
    });
    const waiting = (count: number) =>
      eventually(async () => {
        const [key = ''] = (await redis.keys('*:http:waits:*')).filter((name) => !name.endsWith(':render'));
        expect(await redis.zcard(key)).toBe(count);
      });
    const id = await onlyRender();
    await waiting(2);
    calls[0]?.leave();
    await waiting(1);
    expect((await producer.farm.renders.get(id))?.status).toBe('queued');
    calls[1]?.leave();
    await eventually(async () => expect((await producer.farm.renders.get(id))?.status).toBe('cancelled'));
    await Promise.all(calls.map(({ answer }) => answer));
    redis.disconnect();
    await other.close();
  });

  it('answers 500 with the code when the render fails, and 400 for a bad request', async () => {
    const answer = producer.call('POST', '/render', { html: HTML });
    const id = await onlyRender();
    await admit(producer.farm, id);
    const error = {
      code: 'ENCODER_FAILED',
      owner: 'system',
      retryable: true,
      stage: 'encode',
      message: 'ffmpeg /tmp/secret/place/x.mp4 failed',
      hint: 'Try again.',
      circumstances: { freeMemoryMB: 512, browserConsoleTail: ['log: /tmp/secret/place/page.html'] },
    } as const;
    await producer.farm.renders.move(id, 1, 'step_exhausted', { error });
    const failed = await answer;
    expect(failed.status).toBe(500);
    const body = (await failed.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ success: false, errorCode: 'ENCODER_FAILED', errorOwner: 'system', retryable: true });
    expect(body.errorDetails).toMatchObject({ freeMemoryMB: 512, browserConsoleTail: ['log: page.html'] });
    expect(JSON.stringify(body)).not.toContain('/tmp/');
    const bad = await producer.call('POST', '/render', '{', { 'content-type': 'application/json' });
    expect(bad.status).toBe(400);
    expect(Object.keys((await bad.json()) as object).sort()).toEqual(['error', 'requestId', 'success']);
    const two = await producer.call('POST', '/render', { html: HTML, output: 'a.mp4', outputPath: 'b.mp4' });
    expect([two.status, ((await two.json()) as { error: string }).error]).toEqual([
      400,
      'output "a.mp4": must be the same as outputPath, or be left out',
    ]);
  });

  it('keeps a running render when its client leaves, and drops a waiting one', async () => {
    const call = (signal: AbortSignal) =>
      fetch(`${producer.url}/render`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ html: HTML }),
        signal,
      }).catch(() => null);
    const running = new AbortController();
    void call(running.signal);
    const id = await onlyRender();
    await admit(producer.farm, id);
    running.abort();
    const waiting = new AbortController();
    void call(waiting.signal);
    const second = await eventually(async () => {
      const { items } = await producer.farm.renders.list({ owner: 'local', status: ['queued'] }, 10);
      if (items[0] === undefined) throw new Error('none waits');
      return items[0].id;
    });
    waiting.abort();
    await eventually(async () => expect((await producer.farm.renders.get(second))?.status).toBe('cancelled'));
    expect((await producer.farm.renders.get(id))?.status).toBe('preparing');
    await complete(producer, id, Buffer.from('x'));
  });
});

describe('streams of direct calls', () => {
  it('count as streams of their key, and one more is refused before its render is submitted', async () => {
    const own = await startTestProducer({ maxEventStreams: 2 });
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => own.call('POST', '/render/stream', { html: HTML })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ success: false, errorCode: 'RATE_LIMITED' });
    const { items } = await own.farm.renders.list({ owner: 'local' }, 10);
    expect(items).toHaveLength(2);
    const [first] = items;
    expect((await own.call('GET', `/renders/${first?.id}/events`)).status).toBe(429);
    for (const { id } of items) await own.call('POST', `/renders/${id}/cancel`);
    await Promise.all(answers.map((answer) => (answer.bodyUsed ? null : answer.text())));
    // A refused body gives its place back.
    for (let count = 0; count < 3; count += 1) {
      expect((await own.call('POST', '/render/stream', { html: HTML, fps: 0 })).status).toBe(200);
    }
    await own.end();
  });
});

describe('a client that leaves before its render is in the line', () => {
  it.each(['/render', '/render/stream'])('ends at once what %s has begun for it', async (path) => {
    const leave = new AbortController();
    // The time for a document is never over here: its client alone can end the wait.
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
    const call = fetch(`${producer.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ previewUrl: `${silentOrigin}${path}` }),
      signal: leave.signal,
    }).catch(() => null);
    const request = await eventually(() => {
      const found = asked.find(({ url }) => url === path);
      if (found === undefined) throw new Error('the document was not asked for');
      return found;
    });
    const ended = once(request.socket, 'close');
    leave.abort();
    await Promise.all([ended, call]);
    limits.mockRestore();
    const { items } = await producer.farm.renders.list({ owner: 'local', status: ['queued'] }, 10);
    expect(items).toEqual([]);
  });
});

describe('POST /lint and /outputs', () => {
  it('lints files, nested ones included, and names the entry', async () => {
    const answer = await producer.call('POST', '/lint', { files: { 'src/index.html': HTML, 'b.html': HTML } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ success: true, entryFile: 'src/index.html', source: 'files' });
    const noText = await producer.call('POST', '/lint', { files: { 'index.html': 3 } });
    expect([noText.status, await noText.json()]).toEqual([
      400,
      { success: false, requestId: expect.any(String), error: expect.stringContaining('"index.html" is none') },
    ]);
    const none = await producer.call('POST', '/lint', {});
    expect([none.status, ((await none.json()) as { success: boolean }).success]).toEqual([400, false]);
  });

  it('knows no other token', async () => {
    const answer = await producer.call('GET', `/outputs/${'a'.repeat(43)}`);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { success: false, error: 'Output artifact not found or expired' },
    ]);
  });
});
