/** A whole run of retention: what is due by the records, then what of the store nobody uses or has room for (farm-practice 9). */
import { applyRetention, type ObjectStore, type RetentionReport, type RetentionRule } from '@framefarm/storage';
import type { Farm } from '../api/farm.js';
import { RETENTION_RULES } from '../keys/retention-rules.js';
import { ObjectUses } from './object-uses.js';
import { type DueByRecord, removeDue } from './remove-due.js';

export interface FarmRetentionOptions {
  /** Says what would go and removes nothing. */
  readonly dryRun?: boolean;
  /** Others than those of the farm, for tests of small limits. */
  readonly rules?: readonly RetentionRule[];
}

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
  const { due, failed } = await removeDue(farm, store, dryRun);
  const uses = new ObjectUses(farm);
  const report = await applyRetention(store, rules, {
    dryRun,
    now: new Date(await farm.time()),
    useOf: (key) => uses.of(key),
    release: (key) => uses.release(key),
    released: (key) => uses.released(key),
  });
  if (!dryRun) await farm.retention.weighed(report.keptBytes);
  return { ...report, failed: [...failed, ...report.failed], due };
}
