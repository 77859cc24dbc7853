/** What is told where a farm tells nothing: a new farm without a worker is silent, and its user waits. */
import type { FarmClient } from '@framefarm/farm-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idleReason, watchIdleFarm } from '../../../oclif/src/farm/idle-farm.js';

const NO_WORKER = 'the farm has no worker; "framefarm worker" starts one';
const worker = (name: string, blocked: string | null = null, draining = false) => ({ name, blocked, draining });

it.each([
  [[], NO_WORKER],
  [[worker('a'), worker('b', '3 MB are free')], null],
  [[worker('a', 'the store cannot be used')], 'no worker takes steps (a: the store cannot be used)'],
  [[worker('a', '3 MB are free'), worker('b', null, true)], 'no worker takes steps (a: 3 MB are free; b is ending)'],
])('workers %j hold a render up: %j', (workers, reason) => expect(idleReason(workers)).toBe(reason));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the reason is told after a silence, once, and again when it has been another one', async () => {
  const told: string[] = [];
  let items = [] as ReturnType<typeof worker>[];
  const client = { workers: async () => ({ items }) } as unknown as FarmClient;
  const watch = watchIdleFarm(client, (message) => told.push(message));
  await vi.advanceTimersByTimeAsync(9_000);
  watch.moved();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual([NO_WORKER]);
  items = [worker('a')];
  await vi.advanceTimersByTimeAsync(10_000);
  items = [];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual([NO_WORKER, NO_WORKER]);
  watch.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.getTimerCount()).toBe(0);
});

it('a farm that does not say is asked again only when something has moved', async () => {
  const workers = vi.fn(async () => {
    throw new Error('the key has not the scope admin');
  });
  const watch = watchIdleFarm({ workers } as unknown as FarmClient, () => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers).toHaveBeenCalledTimes(1);
  watch.end();
});
