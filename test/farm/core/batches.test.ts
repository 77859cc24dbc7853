/** Batches: rows that become renders, and numbers that always sum up (http-api 3.6, farm-practice 11). */
import type { BatchRecord, BatchSubmission, Farm } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchSubmission } from '../../support/farm/farm-submissions.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';

let redis: TestRedis;
let farm: Farm;
beforeEach(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
  await farm.line.setLimit(3);
});
afterEach(() => redis.end());

async function created(rows: number, about: Partial<BatchSubmission> = {}): Promise<string> {
  const result = await farm.batches.submit(batchSubmission(rows, about));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return result.record.id;
}

const sum = ({ counts }: BatchRecord): number =>
  counts.queued + counts.rendering + counts.completed + counts.failed + counts.skipped + counts.cancelled;

async function finish(renderId: string, well: boolean): Promise<void> {
  const reasons = well ? (['planned', 'all_chunks_committed', 'published'] as const) : (['step_exhausted'] as const);
  const error = {
    code: 'ENCODER_FAILED',
    owner: 'system',
    retryable: true,
    stage: null,
    message: 'm',
    hint: 'h',
  } as const;
  for (const reason of reasons) await farm.renders.move(renderId, 1, reason, well ? {} : { error });
}

/** Admits and ends what may run until the batch is over; tells the largest number that ran or waited at once. */
async function drive(
  id: string,
  ends: (row: number) => boolean,
): Promise<{ readonly most: number; readonly batch: BatchRecord }> {
  let most = 0;
  for (;;) {
    const batch = (await farm.batches.advance(id)) as BatchRecord;
    expect(sum(batch)).toBe(batch.counts.total);
    if (batch.status !== 'running') return { most, batch };
    const { activeRenders, queuedRenders } = await farm.line.status();
    most = Math.max(most, activeRenders + queuedRenders);
    for (const { renderId } of await farm.line.admit()) {
      const row = (await farm.renders.get(renderId))?.batch?.row ?? -1;
      await finish(renderId, ends(row));
      const now = (await farm.batches.get(id)) as BatchRecord;
      expect(sum(now)).toBe(now.counts.total);
    }
  }
}

describe('a batch', () => {
  it('keeps its concurrency, counts every row at every moment, and ends', async () => {
    const id = await created(25, { concurrency: 4 });
    expect(id).toMatch(/^bat_/);
    const { most, batch } = await drive(id, (row) => row % 5 !== 0);
    expect(most).toBe(4);
    expect(batch).toMatchObject({
      status: 'partial',
      counts: { total: 25, completed: 20, failed: 5, queued: 0, rendering: 0 },
    });
    expect(batch.finishedAt).not.toBeNull();
    const rows = await farm.batches.rows(id);
    expect(rows.map(({ status }) => status)).toEqual(rows.map(({ row }) => (row % 5 === 0 ? 'failed' : 'completed')));
    const record = await farm.renders.get(rows[3]?.renderId ?? '');
    expect(record).toMatchObject({
      outputName: '3.mp4',
      batch: { id, row: 3 },
      options: { variables: { city: 'Oslo', name: 'row 3' } },
    });
    expect(await farm.batches.running()).toEqual([]);
  });

  it.each([
    ['completed', true],
    ['failed', false],
  ])('is %s when all its rows are', async (status, well) => {
    expect((await drive(await created(3), () => well)).batch.status).toBe(status);
  });

  it('starts no row after the first failure when it shall fail fast, those in the line included', async () => {
    await farm.line.setLimit(1);
    const id = await created(10, { concurrency: 4, failFast: true });
    const { batch } = await drive(id, (row) => row !== 2);
    expect(batch).toMatchObject({ status: 'partial', counts: { completed: 2, failed: 1, skipped: 7, cancelled: 0 } });
    expect((await farm.batches.rows(id)).slice(3).every(({ status }) => status === 'skipped')).toBe(true);
    expect(await farm.line.status()).toMatchObject({ queuedRenders: 0, activeRenders: 0 });
  });

  it('that was cancelled before is cancelled again with the row that was run again since', async () => {
    const id = await created(2);
    await farm.batches.advance(id);
    await farm.batches.cancel(id, 'local');
    const [row] = await farm.batches.rows(id);
    await farm.renders.requeue(row?.renderId ?? '');
    expect(await farm.batches.get(id)).toMatchObject({ status: 'running', counts: { queued: 1 } });
    const { record, ended } = (await farm.batches.cancel(id, 'local')) ?? {};
    expect(record).toMatchObject({ status: 'cancelled', counts: { cancelled: 1, skipped: 1, queued: 0 } });
    expect(ended).toEqual([row?.renderId]);
  });

  it('is cancelled with its rows, once', async () => {
    await farm.line.setLimit(1);
    const id = await created(6, { concurrency: 3 });
    await farm.batches.advance(id);
    await farm.line.admit();
    const { record: batch, ended } = (await farm.batches.cancel(id, 'local')) ?? {};
    expect(batch).toMatchObject({ status: 'cancelled', counts: { total: 6, cancelled: 3, skipped: 3, queued: 0 } });
    const rows = await farm.batches.rows(id);
    expect(ended?.toSorted(), 'one has a permit, two waited').toEqual(
      [rows[1]?.renderId, rows[2]?.renderId].toSorted(),
    );
    expect(await farm.batches.cancel(id, 'local')).toEqual({ record: batch, ended: [] });
    expect(await farm.batches.advance(id)).toEqual(batch);
    expect(await farm.line.status()).toMatchObject({ queuedRenders: 0, activeRenders: 0 });
  });

  it('has rows that run only once they hold a permit', async () => {
    await farm.line.setLimit(1);
    const id = await created(3, { concurrency: 2 });
    await farm.batches.advance(id);
    const statuses = async () => (await farm.batches.rows(id)).map(({ status }) => status);
    expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
    const [first] = await farm.line.admit();
    expect(await statuses()).toEqual(['running', 'pending', 'pending']);
    await finish(first?.renderId ?? '', false);
    await farm.renders.requeue(first?.renderId ?? '');
    expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
  });

  it('launches each row once, however many advance it', async () => {
    const id = await created(40, { concurrency: 40 });
    const farms = [farm, redis.farm(), redis.farm()];
    await Promise.all(Array.from({ length: 12 }, (_, i) => (farms[i % 3] as Farm).batches.advance(id)));
    const rows = await farm.batches.rows(id);
    expect(new Set(rows.map(({ renderId }) => renderId)).size).toBe(40);
    expect((await farm.line.status()).queuedRenders).toBe(40);
    expect((await farm.renders.list({ owner: 'local', batch: id }, 100)).items).toHaveLength(40);
  });

  it('carries the events of its rows, then its own end', async () => {
    const id = await created(2, { webhook: { url: 'https://example.com', events: [] } });
    await drive(id, () => true);
    const { events } = await farm.batches.readEvents(id, null, 1000);
    for (const row of [0, 1]) {
      const own = events.filter(({ event }) => 'row' in event && event.row === row);
      expect(own.at(0)?.event.type).toBe('queued');
      expect(own.at(-1)?.event).toMatchObject({
        type: 'completed',
        requestId: 'req-b',
        renderId: expect.stringMatching(/^rnd_/),
      });
    }
    expect(events.at(-1)?.event).toMatchObject({
      type: 'batch-completed',
      batchId: id,
      status: 'completed',
      counts: { completed: 2 },
    });
    const owed = await farm.outbox.take(10);
    expect(owed).toMatchObject([{ type: 'batch.completed', batch: { id, status: 'completed' } }]);
  });

  it('runs on when a failed row is tried again, and ends again', async () => {
    const id = await created(2);
    await drive(id, (row) => row !== 1);
    const row = (await farm.batches.rows(id))[1];
    await farm.renders.requeue(row?.renderId ?? '');
    expect(await farm.batches.get(id)).toMatchObject({
      status: 'running',
      finishedAt: null,
      counts: { queued: 1, failed: 0 },
    });
    await farm.line.admit();
    for (const reason of ['planned', 'all_chunks_committed', 'published'] as const)
      await farm.renders.move(row?.renderId ?? '', 2, reason);
    expect(await farm.batches.get(id)).toMatchObject({ status: 'completed', counts: { completed: 2 } });
    expect(await farm.batches.remove(id)).toBe(true);
    expect(await farm.batches.get(id)).toBeNull();
  });

  it('that is forgotten stays so, also when a row that is still kept runs again', async () => {
    const id = await created(1);
    await drive(id, () => false);
    const renderId = (await farm.batches.rows(id))[0]?.renderId ?? '';
    expect(await farm.batches.remove(id)).toBe(true);
    expect(await farm.renders.requeue(renderId)).toMatchObject({ moved: true });
    expect((await farm.events.read(renderId, null, 100)).events.at(-1)?.event).toMatchObject({ type: 'queued' });
    const client = new Redis(redis.url);
    expect(await client.keys(`{ff}:b:${id}*`)).toEqual([]);
    client.disconnect();
  });
});
