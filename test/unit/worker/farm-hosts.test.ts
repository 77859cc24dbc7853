import type { WorkerSettings } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { farmHosts } from '../../../apps/worker/src/config/farm-hosts.js';

const hosts = (redisUrl: string, env: NodeJS.ProcessEnv = {}): Promise<string[]> =>
  farmHosts({ redisUrl } as WorkerSettings, env);

it('counts Redis and the object store among what no composition may reach', async () => {
  const env = { S3_ENDPOINT: 'https://[fd00::9]:9000' };
  expect(await hosts('redis://user:secret@10.1.2.3:6379/0', env)).toEqual(['10.1.2.3', 'fd00::9']);
});

it('leaves loopback to the list of the operator, and knows that a socket has no host', async () => {
  expect(await hosts('redis://127.0.0.1:6379')).toEqual([]);
  expect(await hosts('/run/redis.sock')).toEqual([]);
});
