/** Readiness, which anybody may ask for as often as they like (http-api 4.5). */
import { FramefarmError } from '@framefarm/contract';
import type { Farm } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import { expect, it } from 'vitest';
import { HealthController } from '../../../apps/producer/src/health/health.controller.js';
import { RecentLook } from '../../../apps/producer/src/health/recent-look.js';
import { Drain } from '../../../apps/producer/src/http/drain.js';

it('looks at store and Redis once for all who ask at one time', async () => {
  const looks = { farm: 0, store: 0 };
  const lookedAt = (what: keyof typeof looks) => ({
    check: async () => {
      looks[what] += 1;
    },
  });
  const health = new HealthController(lookedAt('farm') as Farm, lookedAt('store') as ObjectStore, new Drain());
  const answers = await Promise.all(Array.from({ length: 50 }, () => health.readiness()));
  answers.push(await health.readiness());
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['ok']));
  expect(looks).toEqual({ farm: 1, store: 1 });
});

it('looks again after a second, and tells what it sees then', async () => {
  let now = 0;
  let fault: FramefarmError | null = null;
  const check = async (): Promise<void> => {
    if (fault !== null) throw fault;
  };
  const look = new RecentLook(check, () => now);
  expect(await look.state()).toBe('ok');
  fault = new FramefarmError('STORE_UNAVAILABLE', 'it is gone');
  now = 999;
  expect(await look.state()).toBe('ok');
  now = 1_000;
  expect(await look.state()).toBe('STORE_UNAVAILABLE');
  fault = null;
  now = 2_000;
  expect(await look.state()).toBe('ok');
});
