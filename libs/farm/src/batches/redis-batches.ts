/** Batches in Redis. */
import type { Batches, CancelledBatch } from '../api/batches.js';
import type { Page } from '../api/page.js';
import type { IdempotencyClaim, Submitted } from '../api/submitted.js';
import { readStream, type StreamPart } from '../events/read-stream.js';
import type { BatchStreamEvent } from '../events/render-events.js';
import { keySegment } from '../keys/store-keys.js';
import { cancelBatch } from '../lua/cancel-batch.js';
import { createBatch } from '../lua/create-batch.js';
import { launchRows } from '../lua/launch-rows.js';
import { removeBatch } from '../lua/remove-batch.js';
import type { BatchRecord, BatchRowRecord, BatchSubmission } from '../records/batch-record.js';
import { claimArgs } from '../records/idempotency.js';
import { creation } from '../records/record-codec.js';
import { fields } from '../redis/flat.js';
import { idSuffix } from '../redis/id-suffix.js';
import type { Flat, Room } from '../redis/room.js';
import { UNDERSTOOD, understands } from '../versions/versions.js';
import { batchFields, batchOf, batchRow, rowSubmission, storedRows } from './batch-codec.js';

/** Rows launched by one script, so that a large batch does not keep Redis from others. */
const LAUNCHED_AT_ONCE = 20;

const record = (flat: Flat): BatchRecord | null => {
  const map = fields(flat);
  return map === null ? null : batchOf(map);
};

export class RedisBatches implements Batches {
  constructor(private readonly room: Room) {}

  async submit(batch: BatchSubmission, claim?: IdempotencyClaim): Promise<Submitted<BatchRecord>> {
    const args = {
      suffix: idSuffix(),
      owner: keySegment(batch.owner),
      composition: batch.compositionId,
      fields: batchFields(batch),
      rows: storedRows(batch),
      ...claimArgs(claim),
    };
    const [outcome, about] = await this.room.runInTime<[string, Flat]>(createBatch, args);
    if (outcome === 'key-reused') return { outcome };
    if (outcome === 'removed') return { outcome, id: String(about) };
    if (outcome === 'replayed') return { outcome, record: record(about) as BatchRecord };
    return { outcome: 'created', record: record(about) as BatchRecord, waits: false, ahead: null };
  }

  async get(id: string): Promise<BatchRecord | null> {
    const map = await this.room.ask((redis) => redis.hgetall(this.room.keys.batch(id)));
    return map.id === undefined ? null : batchOf(map);
  }

  async list(owner: string, limit: number, after?: string): Promise<Page<BatchRecord>> {
    const name = this.room.keys.batchesOf(keySegment(owner));
    const high = after === undefined ? '+' : `(${after}`;
    const ids = await this.room.ask((redis) => redis.zrevrangebylex(name, high, '-', 'LIMIT', 0, limit + 1));
    const found = await Promise.all(ids.slice(0, limit).map((id) => this.get(id)));
    const items = found.filter((one) => one !== null);
    return { items, next: ids.length > limit ? (ids[limit - 1] ?? null) : null };
  }

  async rows(id: string): Promise<readonly BatchRowRecord[]> {
    const { keys } = this.room;
    const [texts, states, stopped] = await this.room.ask((redis) =>
      Promise.all([
        redis.lrange(keys.batchRows(id), 0, -1),
        redis.hgetall(keys.batchRowStates(id)),
        redis.hget(keys.batch(id), 'stopped'),
      ]),
    );
    return texts.map((text, row) => batchRow(row, text, states[row], stopped === '1'));
  }

  async advance(id: string): Promise<BatchRecord | null> {
    for (;;) {
      const map = await this.room.ask((redis) => redis.hgetall(this.room.keys.batch(id)));
      if (map.id === undefined) return null;
      const batch = batchOf(map);
      if (batch.status !== 'running') return batch;
      const running = Number(map.queued) + Number(map.rendering);
      const free = Math.min(batch.concurrency - running, Number(map.pending), LAUNCHED_AT_ONCE);
      // Rows of a batch from a newer producer are put together by those who understand it; counted they are all the same.
      const rows =
        free > 0 && understands(UNDERSTOOD, batch.version) ? await this.nextRows(batch, Number(map.next), free) : [];
      const [launched, now] = await this.room.run<[number, Flat]>(launchRows, { id, rows });
      if (launched === 0) return record(now);
    }
  }

  running(): Promise<readonly string[]> {
    return this.room.ask((redis) => redis.zrange(this.room.keys.runningBatches, '0', '-1'));
  }

  async cancel(id: string, by: string): Promise<CancelledBatch | null> {
    const [flat, ended] = await this.room.run<[Flat, string[]]>(cancelBatch, { id, by });
    const batch = record(flat);
    return batch && { record: batch, ended };
  }

  async remove(id: string): Promise<boolean> {
    return (await this.room.run<number>(removeBatch, { id })) === 1;
  }

  async readEvents(id: string, after: string | null, limit: number): Promise<StreamPart<BatchStreamEvent>> {
    const { keys } = this.room;
    const requestId = await this.room.ask((redis) => redis.hget(keys.batch(id), 'requestId'));
    return readStream(this.room, keys.batchEvents(id), after, limit, { id, requestId: requestId ?? '' });
  }

  private async nextRows(batch: BatchRecord, next: number, count: number): Promise<readonly object[]> {
    const name = this.room.keys.batchRows(batch.id);
    const texts = await this.room.ask((redis) => redis.lrange(name, next, next + count - 1));
    return texts.map((text, i) => creation(rowSubmission(batch, next + i, text), idSuffix(), batch.version));
  }
}
