/** Clients that are slow, silent, too many or too large are closed or refused; their neighbours are served (security 7, 8). */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RunningProducer } from '@framefarm/producer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { admit, complete, HTML, startTestProducer, type TestProducer } from '../../support/farm/producer.js';
import { until } from '../../support/machine/processes.js';

const MiB = 1024 * 1024;
const LIMITS = {
  headersTimeoutMs: 200,
  bodyTimeoutMs: 300,
  requestTimeoutMs: 600,
  idleTimeoutMs: 100,
  stalledTimeoutMs: 200,
  maxEventStreams: 2,
  maxUploads: 1,
};
let producer: TestProducer;
beforeAll(async () => {
  producer = await startTestProducer(LIMITS);
});
afterAll(() => producer.end());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function dial({ url }: Pick<RunningProducer, 'url'> = producer): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Whether by its end or by a reset. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

/** All that comes until the connection is closed. */
async function untilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await closed(socket);
  return text;
}

/** Sends one byte after the other, for as long as there is a connection. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 50);
  socket.once('close', () => clearInterval(timer));
}

/** Resolves once the other side has closed the connection, which a client that does not read learns by writing only. */
async function whenDropped(socket: Socket): Promise<void> {
  const timer = setInterval(() => socket.write('\r\n'), 50);
  await closed(socket);
  clearInterval(timer);
}

function post(path: string, type: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
}

/** As `producer.call` by a client that asks again where this machine stood still for longer than a slow one may. */
function call(...request: Parameters<TestProducer['call']>): Promise<Response> {
  return until(
    async () => {
      const answer = await producer.call(...request);
      return answer.status !== 408 && answer;
    },
    () => `too slow for ${request[1]}`,
  );
}

async function submit(about: object = {}): Promise<string> {
  const answer = await call('POST', '/renders', { source: { html: HTML }, ...about });
  return ((await answer.json()) as { id: string }).id;
}

const served = async (): Promise<void> => expect((await call('GET', '/health')).status).toBe(200);

describe('a request that HTTP/1.1 would not have so', () => {
  const answerTo = (...headers: string[]) => {
    const socket = dial();
    socket.write(['GET /renders HTTP/1.1', ...headers, 'Connection: close', '\r\n'].join('\r\n'));
    return untilClosed(socket);
  };

  it('is refused in the words of the catalogue where it names no host', async () => {
    expect(await answerTo()).toMatch(
      /^HTTP\/1.1 400 .*"detail":"The request has no Host,.*"code":"VALIDATION_FAILED"/s,
    );
  });

  it('is answered where it expects what nobody knows', async () => {
    expect(await answerTo('Host: localhost', 'Expect: miracles')).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('a request that does not arrive', () => {
  it('is told so when it drips its headers, and closed; others are answered meanwhile', async () => {
    const socket = dial();
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    drip(socket);
    const told = untilClosed(socket);
    await served();
    expect(await told).toMatch(/^HTTP\/1.1 408 .*"code":"REQUEST_TIMEOUT"/s);
  });

  it('is closed when it says nothing at all', async () => {
    expect(await untilClosed(dial())).toContain('REQUEST_TIMEOUT');
  });

  it.each(['application/json', 'Application/JSON; charset=utf-8'])(
    'is told so when it drips a JSON body of type %s',
    async (type) => {
      const socket = dial();
      socket.write(`${post('/renders?x=1', type, 1000).replace('Host', 'X-Request-Id: slow\r\nHost')}{"source":`);
      drip(socket);
      const told = await untilClosed(socket);
      expect(told).toMatch(/^HTTP\/1.1 408 .*JSON body took longer than 300 ms/s);
      expect(told).toContain('"instance":"/renders","code":"REQUEST_TIMEOUT","requestId":"slow"');
      await served();
    },
  );

  it('is refused and closed when it drips a body to a path that is not there, which nobody reads', async () => {
    const socket = dial();
    socket.write(post('/nowhere', 'application/json', 1000));
    drip(socket);
    expect(await untilClosed(socket)).toContain('HTTP/1.1 404 ');
  });

  it('is told so when it drips an archive, and leaves its place to the next upload', async () => {
    const socket = dial();
    socket.write(post('/compositions', 'application/zip', 1000));
    drip(socket);
    expect(await untilClosed(socket)).toContain('REQUEST_TIMEOUT');
    const codeOfNext = async (): Promise<string> => {
      const next = await call('POST', '/compositions', 'no archive', { 'content-type': 'application/zip' });
      return ((await next.json()) as { code: string }).code;
    };
    await expect.poll(codeOfNext).toBe('ARCHIVE_REJECTED');
  });
});

describe('a client that asks before it sends', () => {
  const asking = (path: string, type: string, length: number, host = 'localhost'): string =>
    post(path, type, length).replace('Host: localhost\r\n', `Host: ${host}\r\nExpect: 100-continue\r\n`);

  it.each([
    ['too much JSON', asking('/renders', 'application/json', 11 * MiB), 413],
    ['too large an archive', asking('/compositions', 'application/zip', 201 * MiB), 413],
    ['another type', asking('/renders', 'text/plain', 100), 415],
    ['a path that is not there', asking('/nowhere', 'application/json', 100), 404],
    ['a foreign name', asking('/renders', 'application/json', 100, 'evil.example'), 403],
  ])('is refused with %s, and not told to go on', async (_name, request, status) => {
    const socket = dial();
    socket.write(request);
    const text = await untilClosed(socket);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).not.toContain('100 Continue');
  });

  it('is told to go on when its body is read, and answered', async () => {
    const body = JSON.stringify({ source: { html: HTML } });
    const socket = dial().setEncoding('utf8');
    socket.write(asking('/renders/check', 'application/json', body.length));
    expect(await once(socket, 'data')).toEqual(['HTTP/1.1 100 Continue\r\n\r\n']);
    socket.write(body);
    expect(await once(socket, 'data')).toEqual([expect.stringMatching(/^HTTP\/1.1 200 OK/)]);
  });
});

it('a body under a foreign name is refused before it has come', async () => {
  const socket = dial();
  socket.write(post('/renders', 'application/json', 1000).replace('localhost', 'evil.example'));
  drip(socket);
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1.1 403 .*"code":"FORBIDDEN"/s);
});

describe('uploads of one key', () => {
  it('are refused above the most at once, before their bytes are read', async () => {
    const first = dial();
    first.write(post('/compositions', 'application/zip', 1000));
    const answerOfNext = async (): Promise<Response> =>
      call('POST', '/compositions', 'no archive', { 'content-type': 'application/zip' });
    // The first one is not there before its headers are read, and not for ever.
    const refused = await until(
      async () => {
        const answer = await answerOfNext();
        return answer.status === 429 && answer;
      },
      () => 'taken',
    );
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringContaining('at most 1') });
    first.destroy();
    await expect.poll(async () => (await answerOfNext()).status).toBe(400);
  });
});

describe('a connection', () => {
  it('that asks for nothing more is closed after its answer', async () => {
    const socket = dial();
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1.1 200 .*"status":"ok"/s);
  });

  it('above the most at once is closed, and taken again when another has gone', async () => {
    const small = await producer.another({ ...LIMITS, maxConnections: 1 });
    const first = dial(small);
    await once(first, 'connect');
    const second = dial(small);
    expect(await untilClosed(second)).toBe('');
    first.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await untilClosed(first)).toContain('200 OK');
    expect((await fetch(`${small.url}/health`)).status).toBe(200);
  });

  it.each([
    [
      'headers of 20 KB',
      `GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'a URL of 20 KB',
      `GET /renders?label=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'VALIDATION_FAILED'],
    [
      'two lengths of a body',
      'POST /renders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'VALIDATION_FAILED',
    ],
  ])('gets a problem for %s', async (_name, request, status, code) => {
    const socket = dial();
    socket.write(request);
    const text = await untilClosed(socket);
    expect(text).toContain('application/problem+json');
    const problem = JSON.parse(text.slice(text.indexOf('{'))) as { status: number; code: string };
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect([problem.status, problem.code]).toEqual([status, code]);
  });

  it('takes headers of 12 KB', async () => {
    expect((await call('GET', '/health', undefined, { 'x-long': 'x'.repeat(12_000) })).status).toBe(200);
  });
});

describe('a reader that does not read', () => {
  it('of an output is dropped, and the whole file goes to the next one', async () => {
    const id = await submit();
    await admit(producer.farm, id);
    const { size } = await complete(producer, id, Buffer.alloc(32 * MiB));
    const socket = dial();
    socket.write(`GET /renders/${id}/output HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'readable');
    const read = await fetch(`${producer.url}/renders/${id}/output`);
    expect((await read.arrayBuffer()).byteLength).toBe(size);
    await whenDropped(socket);
  });

  it('of events is dropped, and gives its place to the next one', async () => {
    const id = await submit();
    const { epoch } = (await producer.farm.renders.get(id)) ?? { epoch: 0 };
    // More than the kernel keeps for both, in parts that Redis takes in time on a busy machine.
    for (const letter of 'abcdefghijklmnopqrst') {
      await producer.farm.renders.warn(id, epoch, [
        { code: 'media_load_failed', message: letter.repeat(MiB / 2), stage: 'capture' },
      ]);
    }
    const deaf = [dial(), dial()];
    for (const socket of deaf) {
      socket.write(`GET /renders/${id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await once(socket, 'readable');
    }
    await Promise.all(deaf.map(whenDropped));
    const leave = new AbortController();
    expect((await fetch(`${producer.url}/renders/${id}/events`, { signal: leave.signal })).status).toBe(200);
    leave.abort();
  });
});
