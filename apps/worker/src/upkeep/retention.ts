/** Removes what is over its time: files first, then the record, so that an interruption leaves nothing unknown (farm-practice 9). */
import { type Farm, RETENTION_RULES, STORE_KEYS } from '@framefarm/farm';
import { applyRetention, type ObjectStore, type RetentionRule } from '@framefarm/storage';
import type { Log } from '@framefarm/telemetry';
import { ObjectUses } from './object-uses.js';

/** Ids read at once. */
const PAGE = 200;

/** `rules` other than those of the farm are for tests of small limits. */
export async function applyFarmRetention(
  farm: Farm,
  store: ObjectStore,
  log: Log,
  rules: readonly RetentionRule[] = RETENTION_RULES,
): Promise<void> {
  await eachDue(farm, 'chunks', async (id) => {
    await store.removeAll(STORE_KEYS.render(id));
    await farm.retention.settle('chunks', id);
  });
  await eachDue(farm, 'output', async (id) => {
    await store.removeAll(STORE_KEYS.outputs(id));
    await farm.retention.settle('output', id);
  });
  await eachDue(farm, 'record', async (id) => {
    await store.removeAll(STORE_KEYS.render(id));
    await store.removeAll(STORE_KEYS.outputs(id));
    await farm.renders.remove(id, 'expired');
  });
  await eachDue(farm, 'batch', (id) => farm.batches.remove(id));
  const uses = new ObjectUses(farm);
  const { removed, failed, keptBytes } = await applyRetention(store, rules, {
    now: new Date(await farm.time()),
    useOf: (key) => uses.of(key),
    release: (key) => uses.release(key),
  });
  await farm.retention.weighed(keptBytes);
  if (removed.length > 0 || failed.length > 0) {
    log.info({ removed: removed.length, failed: failed.length }, 'retention removed objects of the store');
  }
}

/** All that is due, however much came together since the last run; what could not be removed stays due for the next one. */
async function eachDue(
  { retention }: Farm,
  what: Parameters<Farm['retention']['due']>[0],
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const ids = (await retention.due(what, PAGE)).filter((id) => !seen.has(id));
    if (ids.length === 0) return;
    for (const id of ids) {
      seen.add(id);
      await work(id);
    }
  }
}
