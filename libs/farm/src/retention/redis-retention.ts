/** What is over its time, in Redis. */
import type { Retention } from '../api/retention.js';
import { deleteSoon } from '../lua/delete-soon.js';
import { dueRetention } from '../lua/due-retention.js';
import type { Room } from '../redis/room.js';

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
}
