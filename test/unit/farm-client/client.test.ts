/** The client against a server that does to it what networks and restarts do. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createFarmClient, readApiKey, readFarmUrl, type StreamEvent } from '@framefarm/farm-client';
import { afterEach, describe, expect, it } from 'vitest';
import { scratchDirectory } from '../../support/projects/project.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A farm that answers each request in turn by the next of `answers`, and the requests it has seen. */
async function farm(answers: Answer[]): Promise<{ url: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const answer = answers[seen.length];
    seen.push(request);
    if (answer === undefined) response.writeHead(500).end('{}');
    else answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** On every answer of a farm (http-api 1.1). */
const OF_A_FARM = { 'x-request-id': 'req-1' };
const hangUp: Answer = (request) => request.socket.destroy();
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

describe('a request', () => {
  it('that was lost, or met a farm that drains, is sent again with the same Idempotency-Key', async () => {
    const drains = json(503, { code: 'DRAINING', detail: 'ending' }, { 'retry-after': '0' });
    const { url, seen } = await farm([hangUp, drains, json(202, { id: 'rnd_1' })]);
    const client = createFarmClient({ url, apiKey: 'ffk_secret' });
    expect(await client.submitRender({ source: { composition: 'cmp_1' } }, 'once')).toEqual({ id: 'rnd_1' });
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['once', 'once', 'once']);
    expect(seen[2]?.headers.authorization).toBe('Bearer ffk_secret');
  });

  it('that the farm refuses is not repeated, and tells fields and rows', async () => {
    const errors = [
      { pointer: '/fps', code: 'invalid_value', detail: '/fps 0: must be 1 to 240' },
      { pointer: '/rows/3/name', code: 'missing', detail: 'name is missing' },
    ];
    const { url, seen } = await farm([json(400, { code: 'VALIDATION_FAILED', detail: 'two faults', errors })]);
    await expect(
      createFarmClient({ url, apiKey: null }).submitRender({ source: { composition: 'cmp_1' } }, 'k'),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ field: 'fps' }, { field: 'name', row: 3 }],
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [429, 'RATE_LIMITED'],
    [503, 'FARM_UNREACHABLE'],
    [418, 'INTERNAL_ERROR'],
  ])('that is refused without words by %d is told as %s', async (status, code) => {
    const headers = { 'retry-after': '0', ...OF_A_FARM };
    const refuse: Answer = (_, response) => response.writeHead(status, headers).end();
    const { url, seen } = await farm(Array(5).fill(refuse));
    const asked = createFarmClient({ url, apiKey: null }).hasComposition('cmp_1');
    const hint = status === 401 ? expect.stringMatching(/FRAMEFARM_API_KEY.*--api-key-file/) : expect.anything();
    await expect(asked).rejects.toMatchObject({ code, details: { status }, hint });
    expect(seen[0]?.method).toBe('HEAD');
  });

  it('is sent again as late as a farm asks by a date, within reason', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const { url } = await farm([json(429, { code: 'RATE_LIMITED' }, { 'retry-after': inAnHour, ...OF_A_FARM })]);
    const waits = new AbortController();
    const client = createFarmClient({ url, apiKey: null }, waits.signal, (ms) =>
      waits.abort(new Error(`waits ${ms} ms`)),
    );
    await expect(client.queue()).rejects.toThrow('waits 30000 ms');
  });

  it('to a farm that is not there names its address and how to start one', async () => {
    const { url } = await farm([]);
    servers.splice(0).map((server) => server.close());
    await expect(createFarmClient({ url, apiKey: null }).queue()).rejects.toMatchObject({
      code: 'FARM_UNREACHABLE',
      message: `${url} does not answer (ECONNREFUSED)`,
      hint: expect.stringContaining('framefarm farm start'),
    });
  });
});

describe('what is no farm', () => {
  const page: Answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>sign in</p>');
  const elsewhere =
    (location: string): Answer =>
    (_, response) =>
      response.writeHead(301, { location }).end();

  it.each([
    ['a page in place of an answer', page, /answers, but not as a farm does \(status 200, text\/html\)/],
    ['JSON of another service', json(200, { ok: true }), /answers, but not as a farm does \(no id\)/],
    [
      'a path that is not there',
      json(404, { error: 'no such path' }),
      /not as a farm does \(status 404, application\/json\)/,
    ],
    ['a method that is not taken', json(405, null), /not as a farm does \(status 405/],
  ])('is told by its address: %s', async (_name, answer, words) => {
    const { url, seen } = await farm([answer]);
    const client = createFarmClient({ url, apiKey: null });
    const asked = client.submitRender({ source: { composition: 'cmp_1' } }, 'k');
    const hint = expect.stringContaining('9847');
    await expect(asked).rejects.toMatchObject({
      code: 'FARM_UNREACHABLE',
      message: expect.stringMatching(words),
      hint,
    });
    await expect(asked).rejects.toThrow(url);
    expect(seen).toHaveLength(1);
  });

  it('that sends its callers elsewhere is not followed: a POST would arrive there as a GET, and without its key', async () => {
    const other = await farm([json(200, { items: [] })]);
    const { url } = await farm([elsewhere(`${other.url}/renders?x=1`), elsewhere('/login?next=%2Frenders')]);
    const client = createFarmClient({ url, apiKey: 'ffk_secret' });
    const code = 'FARM_UNREACHABLE';
    const asked = client.submitRender({ source: { composition: 'cmp_1' } }, 'k');
    await expect(asked).rejects.toMatchObject({ code, message: `${url} sends its callers to ${other.url}` });
    await expect(client.hasComposition('cmp_1')).rejects.toMatchObject({
      code,
      message: `${url} sends its callers to ${url}/login`,
    });
    expect(other.seen).toEqual([]);
  });

  it('holds no composition: nothing is uploaded to it', async () => {
    const { url } = await farm([(_, response) => response.writeHead(404).end(), page]);
    const client = createFarmClient({ url, apiKey: null });
    await expect(client.hasComposition('cmp_1')).rejects.toMatchObject({ code: 'FARM_UNREACHABLE' });
    await expect(client.hasComposition('cmp_1')).rejects.toMatchObject({ code: 'FARM_UNREACHABLE' });
  });
});

describe('the events of a render', () => {
  const stream =
    (...parts: string[]): Answer =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) response.write(part);
      response.end();
    };
  const event = (id: string, type: string): string =>
    `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ type, renderId: 'rnd_1' })}\n\n`;

  it('are one sequence over lost connections, each asked for from where the last one broke', async () => {
    const { url, seen } = await farm([
      stream('retry: 1\n\n', event('1-0', 'queued'), ': alive\n\n', event('2-0', 'state'), 'id: 3-0\nevent: pro'),
      hangUp,
      stream(event('3-0', 'progress'), event('4-0', 'completed')),
    ]);
    const events: StreamEvent[] = [];
    const lost: string[] = [];
    const client = createFarmClient({ url, apiKey: null });
    for await (const one of client.followRender('rnd_1', { onLost: (reason) => lost.push(reason) })) events.push(one);
    expect(events.map(({ id, type }) => `${id} ${type}`)).toEqual([
      '1-0 queued',
      '2-0 state',
      '3-0 progress',
      '4-0 completed',
    ]);
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2-0', '2-0']);
    expect(lost).toHaveLength(1);
  });

  it('go past the end of a run that was followed by another one', async () => {
    const { url, seen } = await farm([
      stream(
        'retry: 1\n\n',
        event('1-1', 'queued'),
        event('1-2', 'failed'),
        event('1-3', 'state'),
        event('1-4', 'failed'),
      ),
    ]);
    const events: StreamEvent[] = [];
    for await (const one of createFarmClient({ url, apiKey: null }).followRender('rnd_1')) events.push(one);
    expect(events.map(({ id, type }) => `${id} ${type}`)).toEqual(['1-1 queued', '1-3 state', '1-4 failed']);
    expect(seen).toHaveLength(1);
  });

  it('end with the last one, also where the connection breaks behind it', async () => {
    const breaks: Answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`retry: 1\n\n${event('1-1', 'completed')}`, () => response.destroy());
    };
    for (const rest of [[hangUp, hangUp], [(_, response) => response.writeHead(204).end()]] as Answer[][]) {
      const { url, seen } = await farm([breaks, ...rest]);
      const events: StreamEvent[] = [];
      for await (const one of createFarmClient({ url, apiKey: null }).followRender('rnd_1')) events.push(one);
      expect(events.map(({ type }) => type)).toEqual(['completed']);
      expect(seen.at(-1)?.headers['last-event-id']).toBe('1-1');
    }
  });

  it('end where the farm says that there is no more', async () => {
    const { url } = await farm([(_, response) => response.writeHead(204).end()]);
    const events: StreamEvent[] = [];
    for await (const one of createFarmClient({ url, apiKey: null }).followRender('rnd_1')) events.push(one);
    expect(events).toEqual([]);
  });

  it('of a render that the farm does not know are refused at once', async () => {
    const { url, seen } = await farm([json(404, { code: 'RENDER_NOT_FOUND', detail: 'rnd_1 is not known' })]);
    const first = createFarmClient({ url, apiKey: null }).followRender('rnd_1').next();
    await expect(first).rejects.toMatchObject({ code: 'RENDER_NOT_FOUND' });
    expect(seen).toHaveLength(1);
  });
});

describe('an output', () => {
  const bytes = Buffer.from('the finished video');
  const expected = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };

  it('whose download breaks is fetched from there on', async () => {
    const { url, seen } = await farm([
      (request, response) => {
        response.writeHead(200, { 'content-length': String(bytes.length) });
        response.write(bytes.subarray(0, 4), () => setImmediate(() => request.socket.destroy()));
      },
      (_, response) => response.writeHead(206).end(bytes.subarray(4)),
    ]);
    const file = join(scratchDirectory(), 'out.mp4');
    await createFarmClient({ url, apiKey: null }).downloadOutput('rnd_1', file, expected);
    expect(await readFile(file)).toEqual(bytes);
    expect(seen[1]?.headers.range).toBe('bytes=4-');
    // A signed URL of an object store would not know the tag of the farm.
    expect(seen[1]?.url).toBe('/renders/rnd_1/output?redirect=false');
  });

  it('that is not what the farm made is refused', async () => {
    const { url } = await farm([(_, response) => response.end(Buffer.from('THE FINISHED VIDEO'))]);
    const file = join(scratchDirectory(), 'out.mp4');
    await expect(createFarmClient({ url, apiKey: null }).downloadOutput('rnd_1', file, expected)).rejects.toMatchObject(
      {
        code: 'OUTPUT_INVALID',
      },
    );
  });
});

describe('access to a farm', () => {
  it.each([
    ['', 'http://127.0.0.1:9847'],
    ['farm.example:9847', 'http://farm.example:9847'],
    ['https://farm.example/render/', 'https://farm.example/render'],
    ['[::1]:9847', 'http://[::1]:9847'],
  ])('"%s" is the address %s', (typed, url) => expect(readFarmUrl(typed, '--farm')).toBe(url));

  it.each([
    'ftp://farm',
    'nourl',
    'localhost',
    'http:farm',
    'farm:99999',
    'http://',
    'https://farm/?x=1',
    'https://user:pass@farm',
  ])('"%s" is refused', (typed) => {
    expect(() => readFarmUrl(typed, '--farm')).toThrow(/--farm/);
  });

  it('takes the key of a file before that of the environment, and refuses an empty file', async () => {
    const file = join(scratchDirectory(), 'key');
    await writeFile(file, 'ffk_file\n');
    expect(await readApiKey(file, { FRAMEFARM_API_KEY: 'ffk_env' })).toBe('ffk_file');
    expect(await readApiKey(null, { FRAMEFARM_API_KEY: 'ffk_env' })).toBe('ffk_env');
    expect(await readApiKey(null, {})).toBeNull();
    await writeFile(file, '\n');
    await expect(readApiKey(file, {})).rejects.toThrow(/is empty/);
  });
});
