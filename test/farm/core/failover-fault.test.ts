/** A Redis that became a replica while its clients were connected: the name that they know leads to the new primary (farm-practice 11). */
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openFarm, openQueue, openWorker } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SharedState } from '../../../apps/producer/src/state/shared-state.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { until } from '../../support/machine/processes.js';
import { scratchDirectory } from '../../support/projects/project.js';

let before: TestRedis;
let after: TestRedis;
/** What clients know: a link to one socket or the other. */
let name: string;
beforeEach(async () => {
  [before, after] = [await startTestRedis(), await startTestRedis()];
  name = join(scratchDirectory(), 'redis.sock');
  await symlink(before.url, name);
});
afterEach(async () => {
  await before.end();
  await after.end();
});

/** The old primary goes on as a replica, and keeps its connections. */
async function failOver(): Promise<void> {
  const admin = new Redis(before.url);
  await symlink(after.url, `${name}.new`);
  await rename(`${name}.new`, name);
  await admin.replicaof('127.0.0.1', 1);
  admin.disconnect();
}

const works = (call: () => Promise<unknown>): Promise<boolean> =>
  call().then(
    () => true,
    () => false,
  );

it('is left for the new primary by commands, scripts, queues, their workers and what producers share', async () => {
  const farm = openFarm({ redis: name });
  const state = SharedState.open(name);
  const { queue, close } = openQueue<object>('upkeep', { redis: name });
  const done: string[] = [];
  const worker = openWorker<object>(
    'upkeep',
    { redis: name },
    async (job, _token, _signal) => void done.push(job.name),
  );
  await state.ready();
  await farm.line.setLimit(3);
  await queue.add('one', {});
  await until(
    () => done.includes('one'),
    () => 'the first job is not done',
  );

  await failOver();

  const calls: readonly (() => Promise<unknown>)[] = [
    () => farm.line.setLimit(4),
    () => farm.retention.hold(['k'], 'me'),
    () => state.countRequest('ana'),
    () => queue.add('two', {}, { jobId: 'two' }),
  ];
  for (const call of calls) {
    await until(
      () => works(call),
      () => `${call} is refused`,
    );
  }
  await until(
    () => done.includes('two'),
    () => 'no worker takes jobs of the new primary',
  );
  expect((await after.farm().line.status()).maxConcurrentRenders).toBe(4);
  await worker.close();
  await close();
  await state.close();
  await farm.close();
});
