/** Rows of chunks in Redis. */
import type { ChunkCommit, Chunks, CommitOutcome, PlannedChunk } from '../api/chunks.js';
import { commitChunk } from '../lua/commit-chunk.js';
import { planChunks } from '../lua/plan-chunks.js';
import { chunkRow } from '../records/chunk-codec.js';
import type { ChunkRow } from '../records/chunk-row.js';
import type { Room } from '../redis/room.js';

export class RedisChunks implements Chunks {
  constructor(private readonly room: Room) {}

  async plan(id: string, epoch: number, chunks: readonly PlannedChunk[]): Promise<void> {
    await this.room.run(planChunks, { id, epoch, chunks });
  }

  async list(id: string, epoch?: number): Promise<readonly ChunkRow[]> {
    const { keys } = this.room;
    const run = epoch ?? Number(await this.room.ask((redis) => redis.hget(keys.render(id), 'epoch')));
    const rows = await this.room.ask((redis) => redis.hgetall(keys.chunks(id, run)));
    return Object.entries(rows)
      .map(([index, text]) => chunkRow(Number(index), text))
      .sort((one, other) => one.index - other.index);
  }

  commit(id: string, epoch: number, index: number, commit: ChunkCommit): Promise<CommitOutcome> {
    return this.room.run(commitChunk, { id, epoch, index, ...commit });
  }
}
