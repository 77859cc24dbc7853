/**
 * Which plans have been found to need chunks in order: kept beside the chunks of such a plan, which would be taken for those of a later render
 * otherwise (docs/decisions/where-chunks-meet.md).
 */
import { STORE_KEYS } from '@framefarm/farm';
import { chunkKey, type PreparedStep } from '@framefarm/render';
import type { ObjectStore } from '@framefarm/storage';

/** Of a plan's first chunk stand all facts that decide the others; null where none of its chunks is ever used again. */
function keyOf(owner: string, prepared: PreparedStep): string | null {
  const content = chunkKey(prepared, 0);
  return content === null ? null : STORE_KEYS.chunk(owner, content, '.order');
}

/** Keeps that `frame` of the plan depends on those before. */
export async function keepOrder(
  store: ObjectStore,
  owner: string,
  prepared: PreparedStep,
  frame: number,
): Promise<void> {
  const key = keyOf(owner, prepared);
  if (key !== null) await store.put(key, String(frame), { contentType: 'text/plain' });
}

/** The frame that an earlier render has found to depend on those before; null: none is known. */
export async function knownOrder(store: ObjectStore, owner: string, prepared: PreparedStep): Promise<number | null> {
  const key = keyOf(owner, prepared);
  const found = key === null ? null : await store.read(key);
  if (found === null) return null;
  const frame = Number((await found.body.toArray()).join(''));
  return Number.isInteger(frame) && frame >= 0 ? frame : null;
}
