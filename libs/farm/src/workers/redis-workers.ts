/** Who works, in Redis: each worker says it every second. */
import type { WorkerInfo, Workers } from '../api.js';
import { announceWorker } from '../lua/announce-worker.js';
import { listWorkers } from '../lua/list-workers.js';
import type { Room } from '../redis/room.js';

export class RedisWorkers implements Workers {
  constructor(private readonly room: Room) {}

  async announce(info: WorkerInfo): Promise<{ readonly drain: boolean }> {
    const drain = await this.room.run<number>(announceWorker, { id: info.id, info: JSON.stringify(info) });
    return { drain: drain === 1 };
  }

  async leave(id: string): Promise<void> {
    const { worker, workers, drains, channel } = this.room.keys;
    await this.room.ask((redis) =>
      redis.multi().del(worker(id)).zrem(workers, id).srem(drains, id).publish(channel('farm'), '').exec(),
    );
  }

  async list(): Promise<readonly WorkerInfo[]> {
    const infos = await this.room.run<readonly string[]>(listWorkers, {});
    return infos.map((text) => JSON.parse(text) as WorkerInfo);
  }

  async drain(id: string): Promise<boolean> {
    const known = (await this.list()).some((worker) => worker.id === id);
    if (!known) return false;
    const { drains, channel } = this.room.keys;
    await this.room.ask((redis) => redis.multi().sadd(drains, id).publish(channel('farm'), '').exec());
    return true;
  }
}
