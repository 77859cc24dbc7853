/** SIGTERM: streams end so that readers go elsewhere, the process exits with 0, renders stay (http-api 4.5). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HTML } from '../../support/farm/producer.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { until } from '../../support/machine/processes.js';
import { scratchDirectory } from '../../support/projects/project.js';

const MAIN = fileURLToPath(new URL('../../../apps/producer/dist/main.js', import.meta.url));

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.end());

function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      REDIS_URL: redis.url,
      FRAMEFARM_STORE: join(scratchDirectory(), 'store'),
      PRODUCER_PORT: '0',
      PRODUCER_HEALTH_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ended: once(child, 'exit') as Promise<[number | null, string | null]> };
}

it('ends an open stream with a comment and exits with 0; the render waits for another producer', async () => {
  const { child, ended } = start();
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(line.toString())?.[0] ?? '';
  const headers = { 'content-type': 'application/json' };
  const submitted = await fetch(`${url}/renders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ source: { html: HTML } }),
  });
  const { id } = (await submitted.json()) as { id: string };
  const direct = fetch(`${url}/render`, { method: 'POST', headers, body: JSON.stringify({ html: HTML }) }).catch(
    () => null,
  );
  const farm = redis.farm();
  await until(
    async () => (await farm.line.status()).queuedRenders === 2,
    () => 'the second render is not taken',
  );
  const stream = await fetch(`${url}/renders/${id}/events`);
  const text = stream.text();
  child.kill('SIGTERM');
  expect(await text).toContain(': this service is stopping');
  expect(await ended).toEqual([0, null]);
  await direct;
  expect(await farm.line.status()).toMatchObject({ queuedRenders: 2 });
});

it('refuses to start with a setting beyond its range, which it names', async () => {
  const { child, ended } = start({ PRODUCER_MAX_CONCURRENT_RENDERS: '2.5' });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  expect(await ended).toEqual([2, null]);
  expect(said).toContain('PRODUCER_MAX_CONCURRENT_RENDERS "2.5": must be a whole number from 1 to 10');
  expect(said).not.toMatch(/\bat .*\.js/);
});
