import { asFramefarmError, type ErrorCode } from '@framefarm/contract';
import type { ListedObject, ObjectStore } from '../store.js';
import {
  type ObjectUse,
  planRetention,
  type RetentionCandidate,
  type RetentionPlan,
  type RetentionRule,
} from './plan-retention.js';

/** A writer that has been silent for so long is dead: 24 hours. */
const DEAD_WRITER_SECONDS = 86_400;

export interface RetentionOptions {
  /** Says what would go and removes nothing. */
  readonly dryRun?: boolean;
  /** Default: the time of the call. */
  readonly now?: Date;
  /** Tells what is known of a key. It is asked once more before the object goes, and one in use then stays. */
  readonly useOf?: (key: string) => ObjectUse | Promise<ObjectUse>;
  /** Gives up what is known of an object right before it goes; false keeps it, because somebody needs it after all. */
  readonly release?: (key: string) => Promise<boolean>;
  /** Told after every `release`, when the object has gone, could not be removed, or stays. */
  readonly released?: (key: string) => Promise<void>;
}

export interface RetentionReport extends RetentionPlan {
  readonly dryRun: boolean;
  /** Keys that went. */
  readonly removed: readonly string[];
  /** Keys that came into use, or were stored anew, after the plan was made. */
  readonly spared: readonly string[];
  /** Keys that could not be removed; the next run tries them again. */
  readonly failed: readonly { readonly key: string; readonly code: ErrorCode; readonly message: string }[];
  /** Files or uploads of dead writers that were removed. */
  readonly swept: number;
  /** Of all objects that stay, whether a rule names them or not. */
  readonly keptBytes: number;
}

/**
 * Removes what the rules no longer keep. It may be interrupted and repeated at any time, and several may run at once.
 * @throws FramefarmError `STORE_UNAVAILABLE` when the store cannot be listed
 */
export async function applyRetention(
  store: ObjectStore,
  rules: readonly RetentionRule[],
  options: RetentionOptions = {},
): Promise<RetentionReport> {
  const { dryRun = false, now = new Date() } = options;
  const useOf = options.useOf ?? ((): ObjectUse => ({}));
  const candidates: RetentionCandidate[] = [];
  let keptBytes = 0;
  for await (const object of store.list('')) {
    keptBytes += object.size;
    if (rules.some(({ prefix }) => object.key.startsWith(prefix))) {
      candidates.push({ ...object, use: await useOf(object.key) });
    }
  }
  const plan = planRetention(candidates, rules, now);
  const removed: string[] = [];
  const spared: string[] = [];
  const failed: { key: string; code: ErrorCode; message: string }[] = [];
  for (const { object } of dryRun ? [] : plan.going) {
    try {
      const mayGo = !(await useOf(object.key)).inUse && (await isUnchanged(store, object));
      const goes = mayGo && (await removeReleased(store, object.key, options));
      if (goes) keptBytes -= object.size;
      (goes ? removed : spared).push(object.key);
    } catch (thrown) {
      const { code, message } = asFramefarmError(thrown);
      failed.push({ key: object.key, code, message });
    }
  }
  const swept = dryRun ? 0 : await store.sweep(DEAD_WRITER_SECONDS);
  return { ...plan, dryRun, removed, spared, failed, swept, keptBytes };
}

async function removeReleased(
  store: ObjectStore,
  key: string,
  { release = async () => true, released = async () => {} }: RetentionOptions,
): Promise<boolean> {
  try {
    const goes = await release(key);
    if (goes) await store.remove(key);
    return goes;
  } finally {
    await released(key);
  }
}

/** S3 tells whole seconds in one answer and parts of them in another. */
async function isUnchanged(store: ObjectStore, { key, size, storedAt }: ListedObject): Promise<boolean> {
  const found = await store.head(key);
  const apart = Math.abs((found?.storedAt.getTime() ?? 0) - storedAt.getTime());
  return found === null || (found.size === size && apart < 1000);
}
