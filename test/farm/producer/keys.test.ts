/** API keys: who may do what, and what nobody else may even know (http-api 4.1, security 7). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, keyOf, keysFile, writeKeys } from '../../support/farm/api-keys.js';
import { HTML, startTestProducer, type TestProducer } from '../../support/farm/producer.js';

const KEYS = [
  { name: 'ana' },
  { name: 'ben' },
  { name: 'reader', scopes: ['read'] },
  { name: 'plain', scopes: ['submit', 'read'] },
  { name: 'slow', limits: { requestsPerMinute: 2 } },
  { name: 'small', limits: { queuedRenders: 1 } },
  { name: 'single', limits: { queuedRenders: 1 } },
  { name: 'less' },
];

let producer: TestProducer;
let path: string;
beforeAll(async () => {
  path = await keysFile(KEYS);
  producer = await startTestProducer({ apiKeysFile: path });
});
afterAll(() => producer.end());

const body = { source: { html: HTML } };
const as = (name: string, method: string, where: string, content?: object) =>
  producer.call(method, where, content, bearer(name));
const code = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('with a key file', () => {
  it.each<Record<string, string>>([{}, { authorization: 'Bearer ffk_unknown' }, { authorization: 'Basic abc' }])(
    'answers 401 to %j',
    async (headers) => {
      const answer = await producer.call('GET', '/renders', undefined, headers);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await code(answer)).toEqual([401, 'UNAUTHENTICATED']);
    },
  );

  it.each([
    ['POST /renders', '401'],
    ['POST /compositions', '401'],
    ['PUT /renders', '405'],
    ['POST /nowhere', '404'],
  ])('answers %s with %s before its body has come', async (line, status) => {
    const socket = connect(Number(new URL(producer.url).port), '127.0.0.1');
    const head = `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n`;
    socket.write(`${head}{"html":"`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain(`HTTP/1.1 ${status} `);
    socket.destroy();
  });

  it('reads no key from a query', async () => {
    const answer = await producer.call('GET', '/renders?authorization=Bearer+ffk_ana-key');
    expect(answer.status).toBe(401);
  });

  it.each(['/health', '/healthz', '/readyz', '/openapi.json', '/docs', '/llms.txt', '/problems/NOT_FOUND', '/'])(
    'leaves %s open',
    async (where) => expect((await producer.call('GET', where)).status).toBe(200),
  );

  it('asks for the scope of what is done', async () => {
    expect(await code(await as('reader', 'POST', '/renders', body))).toEqual([403, 'FORBIDDEN']);
    expect((await as('reader', 'GET', '/renders')).status).toBe(200);
    expect(await code(await as('plain', 'PUT', '/farm/limits', { maxConcurrentRenders: 3 }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect((await as('ana', 'PUT', '/farm/limits', { maxConcurrentRenders: 3 })).status).toBe(200);
    const hasty = { ...body, priority: 51 };
    expect(await code(await as('plain', 'POST', '/renders/check', hasty))).toEqual([403, 'FORBIDDEN']);
    expect((await as('plain', 'POST', '/renders/check', { ...body, priority: 50 })).status).toBe(200);
  });

  it("does not let on that another owner's render, batch or composition is there", async () => {
    const render = (await (await as('ana', 'POST', '/renders', body)).json()) as { id: string; compositionId: string };
    const batch = (await (await as('ana', 'POST', '/batches', { ...body, rows: [{}] })).json()) as { id: string };
    const unknown = 'rnd_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    for (const [method, tail] of [
      ['GET', ''],
      ['GET', '/events'],
      ['GET', '/output'],
      ['GET', '/logs'],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['DELETE', ''],
    ] as const) {
      const foreign = (await (await as('ben', method, `/renders/${render.id}${tail}`)).json()) as object;
      const absent = (await (await as('ben', method, `/renders/${unknown}${tail}`)).json()) as object;
      const bare = (problem: object) => ({ ...problem, instance: '', requestId: '' });
      expect(bare(foreign)).toEqual(bare(absent));
      expect(foreign).toMatchObject({ status: 404, code: 'RENDER_NOT_FOUND' });
    }
    expect((await as('ben', 'GET', `/batches/${batch.id}`)).status).toBe(404);
    expect((await as('ben', 'GET', `/compositions/${render.compositionId}`)).status).toBe(404);
    expect((await as('ana', 'GET', `/compositions/${render.compositionId}`)).status).toBe(200);
    const list = (await (await as('ben', 'GET', '/renders')).json()) as { items: unknown[] };
    expect(list.items).toEqual([]);
  });

  it('keeps requests per minute and renders in the line within the limits of a key', async () => {
    const answers = [await as('slow', 'GET', '/renders'), await as('slow', 'GET', '/renders')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const third = await as('slow', 'GET', '/renders');
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await code(third)).toEqual([429, 'RATE_LIMITED']);
    const together = await Promise.all(Array.from({ length: 6 }, () => as('small', 'POST', '/renders', body)));
    expect(together.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429, 429, 429]);
    expect(await code(await as('small', 'POST', '/renders', body))).toEqual([429, 'RATE_LIMITED']);
  });

  it('keeps renders that are run again within the limit of the line too', async () => {
    const submitted = async () => ((await (await as('single', 'POST', '/renders', body)).json()) as { id: string }).id;
    const first = await submitted();
    await as('single', 'POST', `/renders/${first}/cancel`);
    const second = await submitted();
    expect(await code(await as('single', 'POST', `/renders/${second}/retry`))).toEqual([409, 'RENDER_ACTIVE']);
    expect(await code(await as('single', 'POST', `/renders/${first}/retry`))).toEqual([429, 'RATE_LIMITED']);
    await as('single', 'POST', `/renders/${second}/cancel`);
    expect((await as('single', 'POST', `/renders/${first}/retry`)).status).toBe(202);
  });

  it.each([
    ['leaves the file', 'ben', [], 'the key was revoked', 401],
    ['is changed under its name', 'plain', [{ name: 'plain', key: keyOf('another') }], 'the key was revoked', 401],
    ['may no longer read', 'less', [{ name: 'less', scopes: ['submit'] }], 'the key has lost the scope read', 403],
  ])('ends a key and its streams as soon as it %s', async (_what, name, instead, word, status) => {
    const render = (await (await as(name, 'POST', '/renders', body)).json()) as { id: string };
    const stream = await as(name, 'GET', `/renders/${render.id}/events`);
    await writeKeys(path, [...KEYS.filter((key) => key.name !== name), ...instead]);
    expect(await stream.text()).toContain(`: ${word}`);
    expect((await as(name, 'GET', '/renders')).status).toBe(status);
    expect((await as('ana', 'GET', '/renders')).status).toBe(200);
  });
});
