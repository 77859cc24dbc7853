/** Removes what is over its time: files first, then the record, so that an interruption leaves nothing unknown (farm-practice 9). */
import { type Farm, isTerminal, RETENTION_RULES, STORE_KEYS } from '@framefarm/farm';
import { applyRetention, type ObjectStore, type ObjectUse } from '@framefarm/storage';
import type { Log } from '@framefarm/telemetry';

/** Ids read at once. */
const PAGE = 200;

/** Uploads go through their records, which know whether a render needs them. */
const RULES = RETENTION_RULES.filter(({ what }) => what !== 'compositions');

export async function applyFarmRetention(farm: Farm, store: ObjectStore, log: Log): Promise<void> {
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
  const { removed, failed, keptBytes } = await applyRetention(store, RULES, { useOf: (key) => useOf(farm, key) });
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
