/** What producers keep in Redis beside the records of the farm. */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KeptAnswer, SharedState } from '../../../apps/producer/src/state/shared-state.js';
import type { Delivery } from '../../../apps/producer/src/webhooks/delivery.js';
import { DeliveryLog, KEPT_DELIVERIES } from '../../../apps/producer/src/webhooks/delivery-log.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';

let redis: TestRedis;
let state: SharedState;
beforeAll(async () => {
  redis = await startTestRedis();
  state = SharedState.open(redis.url);
  await state.ready();
});
afterAll(async () => {
  await state.close();
  await redis.end();
});

const answer = (body: string): KeptAnswer => ({
  fingerprint: 'f',
  answer: { status: 202, headers: {}, body },
  expiresAt: '2026-01-01T00:00:00.000Z',
});

it('keeps the first of many answers, and counts requests of a minute, with commands of Redis 6.2', async () => {
  const watcher = new Redis(redis.url);
  const monitor = await watcher.monitor();
  const seen: string[] = [];
  monitor.on('monitor', (_time: string, words: readonly string[]) => seen.push(words.join(' ').toUpperCase()));

  expect(await state.keptAnswer('one')).toBeNull();
  expect(await state.keepAnswer('one', answer('first'))).toEqual(answer('first'));
  expect((await state.keepAnswer('one', answer('second'))).answer.body).toBe('first');
  expect((await state.keptAnswer('one'))?.answer.body).toBe('first');
  expect((await state.countRequest('ana')).count).toBe(1);
  const { count, secondsLeft } = await state.countRequest('ana');
  expect([count, secondsLeft > 50 && secondsLeft <= 60]).toEqual([2, true]);

  while (!seen.some((line) => line.startsWith('TTL'))) await pause(10);
  expect(seen.filter((line) => /^SET .* NX GET$|^EXPIRE \S+ \S+ \S/.test(line))).toEqual([]);
  monitor.disconnect();
  watcher.disconnect();
});

it('keeps the last webhooks of a render that is retried without end, and those that are on their way', async () => {
  const log = new DeliveryLog(state);
  const subject = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const sent = (run: number): Delivery => ({
    id: `whd_${subject}-${run}-render-completed`,
    owner: 'ana',
    type: 'render.completed',
    url: 'https://example.org',
    status: run === 0 ? 'pending' : 'delivered',
    attempts: [],
    createdAt: new Date(run).toISOString(),
    body: '{}',
  });
  const all = Array.from({ length: KEPT_DELIVERIES + 3 }, (_, run) => sent(run));
  for (const delivery of all) await log.add(delivery);
  expect(await log.list(subject)).toEqual([all[0], ...all.slice(-KEPT_DELIVERIES)]);
});
