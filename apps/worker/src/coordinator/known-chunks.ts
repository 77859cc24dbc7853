/** Chunks that an earlier render of the owner left, found by their content key (farm-practice 4.7). */
import { randomUUID } from 'node:crypto';
import type { ChunkRow, Farm, RenderRecord } from '@framefarm/farm';
import { STORE_KEYS } from '@framefarm/farm';
import { chunkKey, type PreparedStep } from '@framefarm/render';
import type { ObjectStore } from '@framefarm/storage';
import { chunkExtension } from '../steps/commit-chunk.js';

/** Looks at the store at once. */
const LOOKS_AT_ONCE = 16;

/** Commits every chunk that the store knows; tells how many. */
export async function commitKnownChunks(
  farm: Farm,
  store: ObjectStore,
  { id, epoch, owner }: RenderRecord,
  prepared: PreparedStep,
  rows: readonly ChunkRow[],
): Promise<number> {
  const extension = chunkExtension(prepared);
  const wanted = rows.flatMap(({ state, index }) => {
    const content = state === 'committed' ? null : chunkKey(prepared, index);
    return content === null ? [] : [{ index, key: STORE_KEYS.chunk(owner, content, extension) }];
  });
  const keys = wanted.map(({ key }) => key);
  // What is found must still be there when it is committed; what goes this moment is captured again.
  const holder = randomUUID();
  const held = await farm.retention.hold(keys, holder);
  const left = wanted.filter((_, at) => held[at]);
  let found = 0;
  const look = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { index, key } = next;
      const object = await store.head(key);
      if (object === null) continue;
      const { sha256, size } = object;
      await farm.chunks.commit(id, epoch, index, { worker: '', storeKey: key, sha256, size, ms: 0, reused: true });
      found += 1;
    }
  };
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, look));
  await farm.retention.free(keys, holder);
  return found;
}
