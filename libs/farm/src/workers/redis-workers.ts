/** Who works, in Redis: each worker says it every second. */
import type { WorkerInfo, Workers } from '../api/workers.js';
import { announceWorker } from '../lua/announce-worker.js';
import { listWorkers } from '../lua/list-workers.js';
import type { Room } from '../redis/room.js';

export class RedisWorkers implements Workers {
  constructor(private readonly room: Room) {}

  async announce(info: WorkerInfo): Promise<{ readonly drain: boolean; readonly clear: boolean }> {
    const wishes = { id: info.id, info: JSON.stringify(info) };
    const [drain, clear] = await this.room.run<[number, number]>(announceWorker, wishes);
    return { drain: drain === 1, clear: clear === 1 };
  }

  async leave(id: string): Promise<void> {
    const { worker, workers, drains, clears, channel } = this.room.keys;
    await this.room.ask((redis) =>
      redis
        .multi()
        .del(worker(id))
        .zrem(workers, id)
        .srem(drains, id)
        .srem(clears, id)
        .publish(channel('farm'), '')
        .exec(),
    );
  }

  async list(): Promise<readonly WorkerInfo[]> {
    const infos = await this.room.run<readonly string[]>(listWorkers, {});
    return infos.map((text) => JSON.parse(text) as WorkerInfo);
  }

  drain(id: string): Promise<boolean> {
    return this.wish(this.room.keys.drains, id);
  }

  clear(id: string): Promise<boolean> {
    return this.wish(this.room.keys.clears, id);
  }

  /** Left for the worker's next announcement. */
  private async wish(wishes: string, id: string): Promise<boolean> {
    const known = (await this.list()).some((worker) => worker.id === id);
    if (!known) return false;
    const { channel } = this.room.keys;
    await this.room.ask((redis) => redis.multi().sadd(wishes, id).publish(channel('farm'), '').exec());
    return true;
  }
}
