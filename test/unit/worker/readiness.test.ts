import { expect, it } from 'vitest';
import { readinessOf, type WorkerFacts } from '../../../apps/worker/src/health/readiness.js';

const well: WorkerFacts = { silentMs: 900, unsaid: null, store: 'ok', host: null, draining: false };

it('a worker that nothing is wrong with is ready', () => {
  const checks = { redis: 'ok', store: 'ok', host: 'ok' };
  expect(readinessOf(well)).toEqual({ ready: true, checks, draining: false });
  // One that Redis missed is no reason yet.
  expect(readinessOf({ ...well, unsaid: 'no answer within 2 s' }).ready).toBe(true);
});

it.each<[string, Partial<WorkerFacts>, Record<string, string>]>([
  ['it drains', { draining: true }, {}],
  [
    'it starts',
    { silentMs: Number.POSITIVE_INFINITY, unsaid: null },
    { redis: 'not announced yet, the worker starts' },
  ],
  [
    'Redis takes no writes',
    { silentMs: 12_400, unsaid: 'READONLY' },
    { redis: 'takes no announcements for 12 s: READONLY' },
  ],
  [
    'Redis never answered',
    { silentMs: Number.POSITIVE_INFINITY, unsaid: 'Redis did not answer within 2 s' },
    { redis: 'takes no announcements since the start: Redis did not answer within 2 s' },
  ],
  // The machine is not blamed for it.
  ['the store is away', { store: 'STORE_UNAVAILABLE' }, { store: 'STORE_UNAVAILABLE' }],
  ['the machine has a fault', { host: '12 MB are free' }, { host: '12 MB are free' }],
])('is not when %s, and says so where it belongs', (_, facts, told) => {
  const { ready, checks } = readinessOf({ ...well, ...facts });
  expect(ready).toBe(false);
  expect(checks).toEqual({ redis: 'ok', store: 'ok', host: 'ok', ...told });
});
