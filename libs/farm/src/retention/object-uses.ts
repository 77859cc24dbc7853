/** What the farm knows of an object of its store: who needs it, and since when it may go (farm-practice 9). */
import type { ObjectUse } from '@framefarm/storage';
import type { Farm } from '../api/farm.js';
import { isTerminal } from '../records/states.js';

/** What unfinished renders need is read anew after this long, ms: a run of retention may take a while. */
const FRESH_MS = 1_000;

export class ObjectUses {
  /** Last uses of uploads when they were first looked at, by archive: what the plan was made with. Null: nobody knew of it. */
  readonly #lastUses = new Map<string, Date | null>();
  readonly #going = new Set<string>();
  #needed: { readonly at: number; readonly keys: Promise<ReadonlySet<string>> } | null = null;

  constructor(private readonly farm: Farm) {}

  async of(key: string): Promise<ObjectUse> {
    const [, room, id = ''] = /^([a-z]+)\/([^/]+)\//.exec(key) ?? [];
    switch (room) {
      case 'renders':
      case 'outputs':
        return this.#ofRender(key, id);
      case 'chunks':
      case 'pictures':
        return { inUse: (await this.#neededNow()).has(key) };
      case 'compositions':
        return this.#ofComposition(key);
      default:
        return {};
    }
  }

  /**
   * Whether the object may go, after which nobody takes it up any more until it has gone. False when somebody holds it, or
   * has committed it since it was last looked at. The record of an upload goes before its archive, unless it was used after
   * the plan to remove it was made, or uploaded again.
   */
  async release(key: string): Promise<boolean> {
    if (!(await this.farm.retention.letGo(key))) return false;
    this.#going.add(key);
    // Who held it before has committed it by now, and what was read before that does not say so.
    this.#needed = null;
    if ((await this.of(key)).inUse === true) return false;
    const record = key.startsWith('compositions/') ? await this.farm.compositions.ofArchive(key) : null;
    if (record === null) return true;
    const planned = this.#lastUses.get(key) ?? null;
    if (planned === null) return false;
    return (await this.farm.compositions.remove(record.owner, record.id, planned)) !== 'in-use';
  }

  /** The object has gone, or stays after all. */
  async released(key: string): Promise<void> {
    if (this.#going.delete(key)) await this.farm.retention.gone(key);
  }

  /** Files of a render count from its end; those of one that runs stay. */
  async #ofRender(key: string, id: string): Promise<ObjectUse> {
    const record = await this.farm.renders.get(id);
    if (record === null) return {};
    if (!isTerminal(record.status) || record.finishedAt === null) return { inUse: true };
    const ended = { endedAt: new Date(record.finishedAt), succeeded: record.status === 'completed' };
    return key.startsWith('outputs/') ? { ...ended, keepSeconds: record.retentionSeconds } : ended;
  }

  /** Each is asked for by its own record: how many uploads there are bounds nothing. */
  async #ofComposition(key: string): Promise<ObjectUse> {
    const record = await this.farm.compositions.ofArchive(key);
    const lastUse = record === null ? null : new Date(record.lastUsedAt);
    if (!this.#lastUses.has(key)) this.#lastUses.set(key, lastUse);
    if (record === null || lastUse === null) return {};
    const inUse = await this.farm.compositions.isNeeded(record.owner, record.id);
    return { inUse, endedAt: lastUse, usedAt: lastUse, succeeded: true };
  }

  #neededNow(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (this.#needed === null || now - this.#needed.at > FRESH_MS) this.#needed = { at: now, keys: this.#read() };
    return this.#needed.keys;
  }

  /** Chunks and pictures that unfinished renders have committed or taken from earlier ones. */
  async #read(): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    for (const { renderId, epoch } of await this.farm.line.active()) {
      for (const { storeKey } of await this.farm.chunks.list(renderId, epoch))
        if (storeKey !== null) keys.add(storeKey);
      for (const { result } of await this.farm.steps.list(renderId, epoch)) {
        const pictures = result?.pictures as { readonly storeKey?: string } | null | undefined;
        if (pictures?.storeKey !== undefined) keys.add(pictures.storeKey);
      }
    }
    return keys;
  }
}
