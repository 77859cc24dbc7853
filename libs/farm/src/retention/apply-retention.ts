/** Removes what is over its time: files first, then the record, so that an interruption leaves nothing unknown (farm-practice 9). */
import { applyRetention, type ObjectStore, type RetentionReport, type RetentionRule } from '@framefarm/storage';
import type { Farm } from '../api/farm.js';
import { RETENTION_RULES } from '../keys/retention-rules.js';
import { STORE_KEYS } from '../keys/store-keys.js';
import { ObjectUses } from './object-uses.js';

/** Ids read at once. */
const PAGE = 200;

export interface FarmRetentionOptions {
  /** Says what would go and removes nothing. */
  readonly dryRun?: boolean;
  /** Others than those of the farm, for tests of small limits. */
  readonly rules?: readonly RetentionRule[];
}

/** What is due by the records, by kind: ids of renders, and of batches. */
export type DueByRecord = Readonly<Record<DueKind, readonly string[]>>;
type DueKind = Parameters<Farm['retention']['due']>[0];

export interface FarmRetentionReport extends RetentionReport {
  /** Renders whose chunks, outputs or records went or would go, and batches. */
  readonly due: DueByRecord;
}

/**
 * One run of retention. It may be interrupted and repeated at any time.
 * @throws FramefarmError `STORE_UNAVAILABLE`, `QUEUE_UNAVAILABLE`.
 */
export async function applyFarmRetention(
  farm: Farm,
  store: ObjectStore,
  { dryRun = false, rules = RETENTION_RULES }: FarmRetentionOptions = {},
): Promise<FarmRetentionReport> {
  const due = {
    chunks: await eachDue(farm, 'chunks', dryRun, async (id) => {
      await store.removeAll(STORE_KEYS.render(id));
      await farm.retention.settle('chunks', id);
    }),
    output: await eachDue(farm, 'output', dryRun, async (id) => {
      await store.removeAll(STORE_KEYS.outputs(id));
      await farm.retention.settle('output', id);
    }),
    record: await eachDue(farm, 'record', dryRun, async (id) => {
      await store.removeAll(STORE_KEYS.render(id));
      await store.removeAll(STORE_KEYS.outputs(id));
      await farm.renders.remove(id, 'expired');
    }),
    batch: await eachDue(farm, 'batch', dryRun, (id) => farm.batches.remove(id)),
  };
  const uses = new ObjectUses(farm);
  const report = await applyRetention(store, rules, {
    dryRun,
    now: new Date(await farm.time()),
    useOf: (key) => uses.of(key),
    release: (key) => uses.release(key),
    released: (key) => uses.released(key),
  });
  if (!dryRun) await farm.retention.weighed(report.keptBytes);
  return { ...report, due };
}

/** All that is due, however much came together since the last run; what could not be removed stays due for the next one. */
async function eachDue(
  { retention }: Farm,
  what: DueKind,
  dryRun: boolean,
  work: (id: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const seen = new Set<string>();
  for (;;) {
    // Nothing goes in a dry run, so that the first page would come again and again.
    const ids = (await retention.due(what, dryRun ? seen.size + PAGE : PAGE)).filter((id) => !seen.has(id));
    if (ids.length === 0) return [...seen];
    for (const id of ids) {
      seen.add(id);
      if (!dryRun) await work(id);
    }
  }
}
