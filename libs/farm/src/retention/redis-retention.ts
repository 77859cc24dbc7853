/** What is over its time, in Redis. */
import type { Retention } from '../api/retention.js';
import { deleteSoon } from '../lua/delete-soon.js';
import { dueRetention } from '../lua/due-retention.js';
import { holdObjects } from '../lua/hold-objects.js';
import { letGo } from '../lua/let-go.js';
import type { Room } from '../redis/room.js';

/** A holder that was killed keeps its objects no longer than this, ms. */
const HELD_MS = 900_000;
/** A run of retention that was killed keeps others from a key no longer than this, ms; an object goes in far less. */
const GOING_MS = 600_000;

export class RedisRetention implements Retention {
  constructor(private readonly room: Room) {}

  due(what: 'chunks' | 'output' | 'record' | 'batch', limit: number): Promise<readonly string[]> {
    return this.room.run(dueRetention, { what, limit });
  }

  async settle(what: 'chunks' | 'output', id: string): Promise<void> {
    await this.room.ask((redis) => redis.zrem(this.room.keys.due(what), id));
  }

  async weighed(storeBytes: number): Promise<void> {
    await this.room.ask((redis) => redis.hset(this.room.keys.figures, 'storeBytes', storeBytes));
  }

  async deleteSoon(id: string): Promise<boolean> {
    return (await this.room.run<number>(deleteSoon, { id })) === 1;
  }

  async hold(keys: readonly string[], holder: string, ms = HELD_MS): Promise<readonly boolean[]> {
    if (keys.length === 0) return [];
    const answers = await this.room.run<readonly number[]>(holdObjects, { keys, holder, ms });
    return answers.map((answer) => answer === 1);
  }

  async free(keys: readonly string[], holder: string): Promise<void> {
    await this.room.ask(async (redis) => {
      const freeing = redis.pipeline();
      for (const key of keys) freeing.zrem(this.room.keys.objectHeld(key), holder);
      await freeing.exec();
    });
  }

  async letGo(key: string): Promise<boolean> {
    return (await this.room.run<number>(letGo, { key, ms: GOING_MS })) === 1;
  }

  async gone(key: string): Promise<void> {
    await this.room.ask((redis) => redis.zrem(this.room.keys.objectsGoing, key));
  }
}
