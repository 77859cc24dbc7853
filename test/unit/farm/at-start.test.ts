/** A program of the farm that cannot start names the setting to change (http-api 4.5). */
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { openFarm } from '@framefarm/farm';
import { openStore, requireStore } from '@framefarm/storage';
import { expect, it } from 'vitest';
import { requireRedis, withoutSecrets } from '../../../libs/farm/src/redis/at-start.js';
import { scratchDirectory } from '../../support/projects/project.js';

it('a Redis that is not there is named with REDIS_URL and the reason', async () => {
  const socket = join(scratchDirectory(), 'nobody.sock');
  const farm = openFarm({ redis: socket });
  try {
    await expect(requireRedis(socket, () => farm.ping())).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
      message: expect.stringMatching(
        /^REDIS_URL ".*nobody\.sock": Redis did not answer within 2 s \(connect ENOENT .*\)$/,
      ),
      hint: expect.stringContaining('REDIS_URL'),
    });
  } finally {
    await farm.close();
  }
});

it.each([
  ['rediss://user:p@ss@redis.internal:6379/0', 'rediss://redis.internal:6379/0'],
  ['redis://redis.internal/0?password=secret', 'redis://redis.internal/0'],
  ['/run/redis.sock', '/run/redis.sock'],
])('no message holds what is secret in %s', (url, shown) => {
  expect(withoutSecrets(url)).toBe(shown);
});

it('a store that cannot be had is named with FRAMEFARM_STORE, or the old name that gave it, also by a check', async () => {
  await expect(openStore('/proc/nowhere/below')).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(/^FRAMEFARM_STORE "\/proc\/nowhere\/below": /),
    hint: 'Correct FRAMEFARM_STORE or --store, and start again.',
  });
  const away = new FramefarmError('STORE_UNAVAILABLE', 'no bucket', { hint: 'Create the bucket.' });
  await expect(requireStore('s3://bucket', () => Promise.reject(away))).rejects.toMatchObject({
    message: 'FRAMEFARM_STORE "s3://bucket": no bucket',
    hint: 'Create the bucket.',
  });
  const old = { PRODUCER_RENDERS_DIR: '/old' };
  await expect(requireStore('/old', () => Promise.reject(away), old)).rejects.toThrow('PRODUCER_RENDERS_DIR "/old": ');
});
