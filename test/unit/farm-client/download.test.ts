/** Downloads over connections that break, and over proxies that answer with nothing (cli 7). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { pause } from '../../../libs/farm-client/src/http/pause.js';
import { problemOf } from '../../../libs/farm-client/src/http/problem.js';
import type { Transport } from '../../../libs/farm-client/src/http/transport.js';
import { download } from '../../../libs/farm-client/src/output/download.js';
import { scratchDirectory } from '../../support/projects/project.js';

vi.mock('../../../libs/farm-client/src/http/pause.js', () => ({ pause: vi.fn(async () => {}) }));
beforeEach(() => vi.mocked(pause).mockClear());

const BYTES = 'the bytes of a video';
const expected = { size: BYTES.length, sha256: createHash('sha256').update(BYTES).digest('hex') };

/** Answers with as many more bytes as each number says, and then fails where `breaks`. */
function farm(lengths: readonly number[], { breaks = false } = {}): Transport & { asked: number } {
  let at = 0;
  const transport = {
    asked: 0,
    request: (path: string, init?: RequestInit) => new Request(`http://farm${path}`, init),
    send: async (request: Request | (() => Request)) => {
      const length = lengths[transport.asked] ?? lengths.at(-1) ?? 0;
      transport.asked += 1;
      const part = BYTES.slice(at, at + length);
      at += part.length;
      let isTold = false;
      const body = new ReadableStream({
        pull: (controller) => {
          if (!isTold && part !== '') controller.enqueue(Buffer.from(part));
          else if (breaks) controller.error(new Error('the connection was lost'));
          else controller.close();
          isTold = true;
        },
      });
      return new Response(body, { status: (request as Request).headers.has('range') ? 206 : 200 });
    },
  };
  return transport;
}

const target = () => join(scratchDirectory(), 'video.mp4');

it('goes on where a connection was lost, for as long as bytes come', async () => {
  const transport = farm([3], { breaks: true });
  const file = target();
  await download(transport, '/output', file, expected);
  expect(await readFile(file, 'utf8')).toBe(BYTES);
  expect(transport.asked).toBe(7);
});

it('counts what brought nothing anew after each byte that came', async () => {
  const transport = farm([0, 0, 0, 0, 1, 0, 0, 0, 0, 100]);
  await download(transport, '/output', target(), expected);
  expect(transport.asked).toBe(10);
});

it('gives up after five answers without a byte, and pauses between them', async () => {
  const transport = farm([0]);
  await expect(download(transport, '/output', target(), expected)).rejects.toMatchObject({ code: 'FARM_UNREACHABLE' });
  expect(transport.asked).toBe(5);
  expect(pause).toHaveBeenCalledTimes(4);
});

const transportOf = (answer: (url: URL) => Promise<Response>): Transport => ({
  request: (path, init) => new Request(`http://farm${path}`, init),
  send: (request) => answer(new URL((request as Request).url)),
});

it.each([
  ['cannot be reached from here', () => new FramefarmError('FARM_UNREACHABLE', 'getaddrinfo ENOTFOUND minio')],
  ['refuses what was signed', () => problemOf(new Response('<Code>RequestTimeTooSkewed</Code>', { status: 403 }))],
])('asks the farm for the bytes themselves where its object store %s', async (_what, refused) => {
  const transport = transportOf(async ({ search }) => {
    if (search !== '?redirect=false') throw await refused();
    return new Response(BYTES);
  });
  const file = target();
  await download(transport, '/output', file, expected);
  expect(await readFile(file, 'utf8')).toBe(BYTES);
});

it('takes what the farm itself refuses for an answer', async () => {
  let asked = 0;
  const transport = transportOf(async () => {
    asked += 1;
    const problem = { code: 'FORBIDDEN', requestId: 'req-1' };
    throw await problemOf(Response.json(problem, { status: 403 }));
  });
  await expect(download(transport, '/output', target(), expected)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(asked).toBe(1);
});
