/**
 * Pages of an owner's renders, newest first. Ids sort by creation, so every index is a sorted set by id: a page is read from
 * the narrowest index that the filter allows, and only what that index holds is looked at.
 */
import { encodeTime } from 'ulid';
import type { Page } from '../api/page.js';
import type { RenderFilter } from '../api/renders.js';
import { keySegment } from '../keys/store-keys.js';
import { labelKey } from '../redis/label-key.js';
import type { Room } from '../redis/room.js';
import { renderOf } from './record-codec.js';
import type { RenderRecord } from './render-record.js';

const AT_ONCE = 200;

/** At most `limit` (≥ 1) renders that fit, newest first, older than the one with the id `after`; `next` is null on the last page. */
export async function listRenders(
  room: Room,
  filter: RenderFilter,
  limit: number,
  after?: string,
): Promise<Page<RenderRecord>> {
  const indices = await narrowest(room, filter);
  const low = filter.createdAfter === undefined ? '-' : `[rnd_${encodeTime(Math.max(0, filter.createdAfter))}`;
  const end = filter.createdBefore === undefined ? '+' : `(rnd_${encodeTime(Math.max(0, filter.createdBefore))}`;
  // Of two upper bounds the lower one counts.
  let high = after !== undefined && (end === '+' || after < end.slice(1)) ? `(${after}` : end;
  const items: RenderRecord[] = [];
  for (;;) {
    const { ids, more } = await newest(room, indices, high, low);
    const found = await records(room, ids);
    for (const record of found) {
      if (!fits(record, filter)) continue;
      // One more than asked for says that there is a next page.
      if (items.length === limit) return { items, next: items.at(-1)?.id ?? null };
      items.push(record);
    }
    if (!more) return { items, next: null };
    high = `(${ids.at(-1)}`;
  }
}

async function narrowest(room: Room, filter: RenderFilter): Promise<readonly string[]> {
  const { keys } = room;
  const owner = keySegment(filter.owner);
  if (filter.batch !== undefined) return [keys.batchRenders(filter.batch)];
  const choices: string[][] = Object.entries(filter.labels ?? {}).map(([name, value]) => [
    keys.rendersLabelled(owner, labelKey(name, value)),
  ]);
  if (filter.status !== undefined) choices.push(filter.status.map((status) => keys.rendersIn(owner, status)));
  if (choices.length === 0) return [keys.rendersOf(owner)];
  const sizes = await Promise.all(
    choices.map(async (names) => {
      const counts = await Promise.all(names.map((name) => room.ask((redis) => redis.zcard(name))));
      return counts.reduce((sum, count) => sum + count, 0);
    }),
  );
  return choices[sizes.indexOf(Math.min(...sizes))] ?? [];
}

/** The newest ids over all indices; `more` when there may be older ones than the last of them. */
async function newest(
  room: Room,
  indices: readonly string[],
  high: string,
  low: string,
): Promise<{ readonly ids: readonly string[]; readonly more: boolean }> {
  const lists = await Promise.all(
    indices.map((name) => room.ask((redis) => redis.zrevrangebylex(name, high, low, 'LIMIT', 0, AT_ONCE))),
  );
  const ids = [...new Set(lists.flat())].sort().reverse().slice(0, AT_ONCE);
  return { ids, more: ids.length === AT_ONCE };
}

async function records(room: Room, ids: readonly string[]): Promise<readonly RenderRecord[]> {
  if (ids.length === 0) return [];
  const answers = await room.ask((redis) => {
    const pipeline = redis.pipeline();
    for (const id of ids) pipeline.hgetall(room.keys.render(id));
    return pipeline.exec();
  });
  return (answers ?? []).flatMap(([error, map]) => {
    if (error !== null) throw error;
    const fields = map as Record<string, string>;
    return fields.id === undefined ? [] : [renderOf(fields)];
  });
}

function fits(record: RenderRecord, filter: RenderFilter): boolean {
  if (record.owner !== filter.owner) return false;
  if (filter.status !== undefined && !filter.status.includes(record.status)) return false;
  if (filter.batch !== undefined && record.batch?.id !== filter.batch) return false;
  if (filter.createdAfter !== undefined && Date.parse(record.createdAt) <= filter.createdAfter) return false;
  return Object.entries(filter.labels ?? {}).every(([name, value]) => record.labels[name] === value);
}
