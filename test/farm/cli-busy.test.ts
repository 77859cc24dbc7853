/** The command line before a farm that takes no more requests of its key for now (cli 7). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composition, makeProject } from '../support/projects/project.js';
import { framefarm } from '../support/renders/command-line.js';

/** Refuses the first request after `refuseNext`, and answers all others with what a command has to know. */
let refuseNext = false;
const stand = createServer((request, response) => {
  request.resume();
  if (refuseNext) {
    refuseNext = false;
    response.writeHead(429, { 'retry-after': '1' }).end();
    return;
  }
  const body = request.url === '/render/queue' ? { maxConcurrentRenders: 2, activeRenders: 0, queuedRenders: 0 } : {};
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(stand.address() as AddressInfo).port}`;
});
afterAll(() => {
  stand.close();
});

const LINE = 'The farm takes no more requests of this key for now; trying again in 1 s\n';

async function refusedOnce(args: readonly string[]) {
  refuseNext = true;
  const { exitCode, stderr } = await framefarm([...args, '--farm', url]);
  expect(exitCode, stderr).toBe(0);
  return stderr;
}

it('a command that has to wait says for how long where people read, and nothing with --json or --quiet', async () => {
  const project = await makeProject({ 'index.html': composition('<p>Hi</p>') });
  expect(await refusedOnce(['farm', 'queue'])).toBe(LINE);
  expect(await refusedOnce(['render', project, '--dry-run'])).toContain(LINE);
  expect(await refusedOnce(['farm', 'queue', '--json'])).toBe('');
  expect(await refusedOnce(['render', project, '--dry-run', '--quiet'])).toBe('');
  expect(await refusedOnce(['render', project, '--dry-run', '--json'])).toBe('');
});
