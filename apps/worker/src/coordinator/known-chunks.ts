/** Chunks that an earlier render of the owner left, found by their content key (farm-practice 4.7). */
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
  const left = rows.filter(({ state }) => state !== 'committed').map(({ index }) => index);
  const extension = chunkExtension(prepared);
  let found = 0;
  const look = async (): Promise<void> => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const content = chunkKey(prepared, index);
      if (content === null) return;
      const object = await store.head(STORE_KEYS.chunk(owner, content, extension));
      if (object === null) continue;
      const { key: storeKey, sha256, size } = object;
      await farm.chunks.commit(id, epoch, index, { worker: '', storeKey, sha256, size, ms: 0, reused: true });
      found += 1;
    }
  };
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, look));
  return found;
}
