/** Removes what ended runs of a render left in the store, and nothing of a run that began since. */
import type { ObjectStore } from '@framefarm/storage';
import type { Farm } from '../api/farm.js';
import { epochOfOutput, STORE_KEYS } from '../keys/store-keys.js';
import { isTerminal } from '../records/states.js';

/**
 * A render may be run again between the look and the removal: its new run has an epoch of its own, whose files are left alone.
 * `files`: plan, chunks, sound and pictures of its own.
 * @throws FramefarmError `STORE_UNAVAILABLE`, `QUEUE_UNAVAILABLE`.
 */
export async function removeEndedRuns(
  farm: Pick<Farm, 'renders'>,
  store: ObjectStore,
  id: string,
  what: readonly ('files' | 'outputs')[],
): Promise<void> {
  const record = await farm.renders.get(id);
  const ended = record === null ? Number.POSITIVE_INFINITY : record.epoch - (isTerminal(record.status) ? 0 : 1);
  if (what.includes('files')) {
    if (record === null) await store.removeAll(STORE_KEYS.render(id));
    else for (let epoch = 1; epoch <= ended; epoch += 1) await store.removeAll(STORE_KEYS.run(id, epoch));
  }
  if (!what.includes('outputs')) return;
  for await (const { key } of store.list(STORE_KEYS.outputs(id))) {
    if (epochOfOutput(key) <= ended) await store.remove(key);
  }
}
