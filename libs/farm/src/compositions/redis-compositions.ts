/** Uploaded compositions in Redis; their archives are in the store. */
import type { CompositionRecord, Compositions } from '../api/compositions.js';
import type { Page } from '../api/page.js';
import { keySegment } from '../keys/store-keys.js';
import { putComposition } from '../lua/put-composition.js';
import { removeComposition } from '../lua/remove-composition.js';
import { touchComposition } from '../lua/touch-composition.js';
import { type Fields, fields, json, time } from '../redis/flat.js';
import type { Flat, Room } from '../redis/room.js';

function compositionOf(map: Fields): CompositionRecord {
  return {
    id: map.id ?? '',
    owner: map.owner ?? '',
    entryFile: map.entryFile ?? '',
    files: Number(map.files ?? 0),
    size: Number(map.size ?? 0),
    lint: json(map.lint, { errorCount: 0, warningCount: 0 }),
    storeKey: map.storeKey ?? '',
    createdAt: time(map.createdAt) ?? '',
    lastUsedAt: time(map.lastUsedAt) ?? '',
  };
}

export class RedisCompositions implements Compositions {
  constructor(private readonly room: Room) {}

  async put(
    composition: Omit<CompositionRecord, 'createdAt' | 'lastUsedAt'>,
  ): Promise<{ readonly record: CompositionRecord; readonly created: boolean }> {
    const { id, owner, entryFile, files, size, lint, storeKey } = composition;
    const args = {
      id,
      owner: keySegment(owner),
      fields: Object.entries({
        id,
        owner,
        entryFile,
        files: String(files),
        size: String(size),
        lint: JSON.stringify(lint),
        storeKey,
      }).flat(),
    };
    const [created, flat] = await this.room.run<[number, Flat]>(putComposition, args);
    return { record: compositionOf(fields(flat) ?? {}), created: created === 1 };
  }

  get(owner: string, id: string): Promise<CompositionRecord | null> {
    return this.read(keySegment(owner), id);
  }

  async ofArchive(storeKey: string): Promise<CompositionRecord | null> {
    const [, owner, id] = /^compositions\/([^/]+)\/([^/.]+)/.exec(storeKey) ?? [];
    if (owner === undefined || id === undefined) return null;
    const record = await this.read(owner, id);
    return record?.storeKey === storeKey ? record : null;
  }

  async touch(owner: string, id: string): Promise<boolean> {
    return (await this.room.run<number>(touchComposition, { owner: keySegment(owner), id })) === 1;
  }

  async list(owner: string, limit: number, after?: string): Promise<Page<CompositionRecord>> {
    const name = this.room.keys.compositionsOf(keySegment(owner));
    const from = after === undefined ? null : await this.#placeOf(name, after);
    const max = from?.at ?? '+inf';
    // Those of the same moment that the page before has told of come once more, and are passed over.
    const told = from === null ? 0 : await this.room.ask((redis) => redis.zcount(name, max, max));
    const flat = await this.room.ask((redis) =>
      redis.zrevrangebyscore(name, max, '-inf', 'WITHSCORES', 'LIMIT', 0, told + limit + 1),
    );
    const all = flat.flatMap((id, index) => (index % 2 === 0 ? [{ id, at: flat[index + 1] ?? '' }] : []));
    const ahead = all.filter(({ id, at }) => from === null || at !== from.at || id < from.id).slice(0, limit + 1);
    const shown = ahead.slice(0, limit);
    const found = await Promise.all(shown.map(({ id }) => this.read(keySegment(owner), id)));
    const last = ahead.length > limit ? shown.at(-1) : undefined;
    return { items: found.filter((one) => one !== null), next: last === undefined ? null : `${last.at} ${last.id}` };
  }

  /** When a page ended, so that the next one begins there also when its last composition has been removed since. */
  async #placeOf(name: string, after: string): Promise<{ readonly at: string; readonly id: string } | null> {
    const [, at, id] = /^(\d+) (.+)$/.exec(after) ?? [];
    if (at !== undefined && id !== undefined) return { at, id };
    // Of a producer that named the composition alone.
    const score = await this.room.ask((redis) => redis.zscore(name, after));
    return score === null ? null : { at: score, id: after };
  }

  async isNeeded(owner: string, id: string): Promise<boolean> {
    const field = `${keySegment(owner)}/${id}`;
    return (await this.room.ask((redis) => redis.hexists(this.room.keys.compositionUse, field))) === 1;
  }

  remove(owner: string, id: string, lastUsedAt?: Date): Promise<'removed' | 'in-use' | 'unknown'> {
    return this.room.run(removeComposition, { owner: keySegment(owner), id, lastUsedAt: lastUsedAt?.getTime() });
  }

  private async read(owner: string, id: string): Promise<CompositionRecord | null> {
    const map = await this.room.ask((redis) => redis.hgetall(this.room.keys.composition(owner, id)));
    return map.id === undefined ? null : compositionOf(map);
  }
}
