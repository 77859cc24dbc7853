/** Removes what is over its time: files first, then the record, so that an interruption leaves nothing unknown (farm-practice 9). */
import { type Farm, isTerminal, RETENTION_RULES, STORE_KEYS } from '@framefarm/farm';
import { applyRetention, type ObjectStore, type ObjectUse } from '@framefarm/storage';
import type { Logger } from 'pino';

/** Ids handled by one run for each kind; the next run goes on. */
const AT_ONCE = 200;

/** Uploads go through their records, which know whether a render needs them. */
const RULES = RETENTION_RULES.filter(({ what }) => what !== 'compositions');

export async function applyFarmRetention(farm: Farm, store: ObjectStore, log: Logger): Promise<void> {
  for (const id of await farm.retention.due('chunks', AT_ONCE)) {
    await store.removeAll(STORE_KEYS.render(id));
    await farm.retention.settle('chunks', id);
  }
  for (const id of await farm.retention.due('output', AT_ONCE)) {
    await store.removeAll(STORE_KEYS.outputs(id));
    await farm.retention.settle('output', id);
  }
  for (const id of await farm.retention.due('record', AT_ONCE)) {
    await store.removeAll(STORE_KEYS.render(id));
    await store.removeAll(STORE_KEYS.outputs(id));
    await farm.renders.remove(id, 'expired');
  }
  for (const id of await farm.retention.due('batch', AT_ONCE)) await farm.batches.remove(id);
  const { removed, failed } = await applyRetention(store, RULES, { useOf: (key) => useOf(farm, key) });
  if (removed.length > 0 || failed.length > 0) {
    log.info({ removed: removed.length, failed: failed.length }, 'retention removed objects of the store');
  }
}

/** Files of a render count from its end; those of one that runs stay. */
async function useOf(farm: Farm, key: string): Promise<ObjectUse> {
  const [, id] = /^(?:renders|outputs)\/([^/]+)\//.exec(key) ?? [];
  if (id === undefined) return {};
  const record = await farm.renders.get(id);
  if (record === null) return {};
  if (!isTerminal(record.status) || record.finishedAt === null) return { inUse: true };
  const ended = { endedAt: new Date(record.finishedAt), succeeded: record.status === 'completed' };
  return key.startsWith('outputs/') ? { ...ended, keepSeconds: record.retentionSeconds } : ended;
}
