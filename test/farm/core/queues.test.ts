/** BullMQ as the farm opens it (stack-notes 9). */
import { openQueue, openWorker, workerOptions } from '@framefarm/farm';
import { Redis, type RedisOptions } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { until } from '../../support/machine/processes.js';

let redis: TestRedis;
beforeEach(async () => {
  redis = await startTestRedis();
});
afterEach(() => redis.end());

describe('a queue', () => {
  it('delivers, forgets a job when it ends so that its id can be added again, and keeps all keys under the one tag', async () => {
    const done: number[] = [];
    const place = { redis: redis.url };
    const { queue, close } = openQueue<{ readonly n: number }>('capture', place);
    const worker = openWorker<{ readonly n: number }>(
      'capture',
      place,
      async (job, _token, signal) => {
        expect(signal).toBeInstanceOf(AbortSignal);
        done.push(job.data.n);
        if (job.data.n === 2) throw new Error('this one fails');
      },
      { concurrency: 2 },
    );
    await queue.add('step', { n: 1 }, { jobId: 'one' });
    for (const n of [2, 3]) {
      await until(
        () => done.includes(n - 1),
        () => `done: ${done.join()}`,
      );
      await until(
        async () => (await queue.getJob('one')) === undefined,
        () => 'the job is kept',
      );
      await queue.add('step', { n }, { jobId: 'one' });
    }
    await until(
      () => done.includes(3),
      () => `done: ${done.join()}`,
    );
    expect(done).toEqual([1, 2, 3]);
    await worker.close();
    await close();
    const client = new Redis(redis.url);
    expect((await client.keys('*')).filter((key) => !key.startsWith('{ff}:'))).toEqual([]);
    client.disconnect();
  });

  it('is looked for again within a second, however long Redis has been away', () => {
    for (const place of [redis.url, { path: redis.url }]) {
      const { retryStrategy } = workerOptions({ redis: place }).connection as RedisOptions;
      for (const times of [1, 5, 20, 1_000]) expect(retryStrategy?.(times)).toBeLessThanOrEqual(1_000);
    }
  });

  it('refuses a processor that would never be told to stop', () => {
    expect(() => openWorker('media', { redis: redis.url }, async () => {})).toThrow(
      'a processor takes job, token and signal',
    );
  });
});
