/** Removes what the records say is over its time: files first, then the record, so that an interruption leaves nothing unknown (farm-practice 9). */
import { asFramefarmError } from '@framefarm/contract';
import type { ObjectStore, RetentionReport } from '@framefarm/storage';
import type { Farm } from '../api/farm.js';
import { STORE_KEYS } from '../keys/store-keys.js';
import { removeEndedRuns } from './ended-runs.js';

/** Ids read at once. */
const PAGE = 200;
/** Failures one after the other from which on the store is taken to be away, and nothing more of a kind is tried. */
const MOST_IN_A_ROW = 10;

/** What is due by the records, by kind: ids of renders, and of batches. */
export type DueByRecord = Readonly<Record<DueKind, readonly string[]>>;
type DueKind = Parameters<Farm['retention']['due']>[0];
type Failure = RetentionReport['failed'][number];

export interface DueRemoval {
  /** Renders whose chunks, outputs or records went or would go, and batches. */
  readonly due: DueByRecord;
  /** What stays due, and why. */
  readonly failed: readonly Failure[];
}

/**
 * May be interrupted and repeated at any time.
 * @param dryRun says what would go and removes nothing
 * @throws FramefarmError `QUEUE_UNAVAILABLE`
 */
export async function removeDue(farm: Farm, store: ObjectStore, dryRun = false): Promise<DueRemoval> {
  const failed: Failure[] = [];
  const each = (what: DueKind, prefixOf: (id: string) => string, work: (id: string) => Promise<unknown>) =>
    eachDue(farm, what, dryRun, work, (id, error) => {
      const { code, message } = asFramefarmError(error);
      failed.push({ key: prefixOf(id), code, message });
    });
  const due = {
    chunks: await each('chunks', STORE_KEYS.render, async (id) => {
      await removeEndedRuns(farm, store, id, ['files']);
      await farm.retention.settle('chunks', id);
    }),
    output: await each('output', STORE_KEYS.outputs, async (id) => {
      await removeEndedRuns(farm, store, id, ['outputs']);
      await farm.retention.settle('output', id);
    }),
    record: await each('record', STORE_KEYS.render, async (id) => {
      await removeEndedRuns(farm, store, id, ['files', 'outputs']);
      await farm.renders.remove(id, 'expired');
    }),
    batch: await each(
      'batch',
      (id) => id,
      (id) => farm.batches.remove(id),
    ),
  };
  return { due, failed };
}

/** All that is due, however much came together since the last run; what could not be removed stays due for the next one. */
async function eachDue(
  { retention }: Farm,
  what: DueKind,
  dryRun: boolean,
  work: (id: string) => Promise<unknown>,
  onFailure: (id: string, error: unknown) => void,
): Promise<readonly string[]> {
  const seen = new Set<string>();
  /** Seen, and still due. */
  let staying = 0;
  let inARow = 0;
  for (;;) {
    const ids = (await retention.due(what, staying + PAGE)).filter((id) => !seen.has(id));
    if (ids.length === 0) return [...seen];
    for (const id of ids) {
      seen.add(id);
      if (dryRun) {
        staying += 1;
        continue;
      }
      try {
        await work(id);
        inARow = 0;
      } catch (error) {
        onFailure(id, error);
        staying += 1;
        inARow += 1;
        if (inARow >= MOST_IN_A_ROW) return [...seen];
      }
    }
  }
}
