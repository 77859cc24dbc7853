import { openStore } from '@framefarm/storage';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyFarmRetention } from '../../apps/worker/src/upkeep/retention.js';
import { submitted } from '../support/farm-states.js';
import { scratchDirectory } from '../support/project.js';
import { startTestRedis, type TestRedis } from '../support/redis.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.end());

describe('one run of retention', () => {
  it('removes all that is due, however many there are', async () => {
    const farm = redis.farm();
    const store = await openStore(scratchDirectory());
    for (let count = 0; count < 450; count += 1) {
      const { id } = await submitted(farm);
      await farm.renders.cancel(id, 'local');
      await farm.retention.deleteSoon(id);
    }
    const kept = await submitted(farm);
    await applyFarmRetention(farm, store, pino({ level: 'silent' }));
    const { items } = await farm.renders.list({ owner: 'local' }, 100);
    expect(items.map(({ id }) => id)).toEqual([kept.id]);
    await store.close();
  });
});
