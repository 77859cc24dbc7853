/** One key, one render (http-api 4.2). */
import type { Farm, IdempotencyClaim } from '@framefarm/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended } from '../../support/farm/farm-states.js';
import { batchSubmission, submission } from '../../support/farm/farm-submissions.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { atOnce } from '../../support/machine/at-once.js';

let redis: TestRedis;
let farm: Farm;
beforeAll(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
});
afterAll(() => redis.end());

const claim = (key: string, about: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  owner: 'local',
  route: 'POST /renders',
  key,
  fingerprint: 'f1',
  ...about,
});

describe('an idempotency key', () => {
  it('makes one render of 50 submissions, ten at a time, through two producers', async () => {
    const farms = [farm, redis.farm()];
    const before = (await farm.stats()).totals.accepted ?? 0;
    const results = await atOnce(10, 50, (i) => (farms[i % 2] as Farm).renders.submit(submission(), claim('fifty')));
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(49);
    const ids = results.map((result) => ('record' in result ? result.record.id : ''));
    expect(new Set(ids).size).toBe(1);
    expect((await farm.stats()).totals.accepted).toBe(before + 1);
  });

  it('is refused for another body, and is another key for another owner or route', async () => {
    const first = await farm.renders.submit(submission(), claim('one'));
    expect(await farm.renders.submit(submission(), claim('one', { fingerprint: 'f2' }))).toEqual({
      outcome: 'key-reused',
    });
    for (const about of [{ owner: 'b' }, { route: 'POST /render' }]) {
      expect((await farm.renders.submit(submission(), claim('one', about))).outcome).toBe('created');
    }
    expect(first.outcome).toBe('created');
  });

  it('says so when what it made was removed', async () => {
    const made = await farm.renders.submit(submission(), claim('gone'));
    if (made.outcome !== 'created') throw new Error(made.outcome);
    const { id } = made.record;
    expect(await farm.renders.remove(id, 'deleted')).toBe(false);
    await farm.renders.cancel(id, 'local');
    expect(await farm.renders.remove(id, 'deleted')).toBe(true);
    expect(await farm.renders.get(id)).toBeNull();
    expect(await farm.renders.tombstone(id)).toBe('deleted');
    expect(await farm.renders.submit(submission(), claim('gone'))).toEqual({ outcome: 'removed', id });
  });

  it('starts one more run of a render, not two', async () => {
    const made = await farm.renders.submit(submission());
    if (made.outcome !== 'created') throw new Error(made.outcome);
    const { id } = made.record;
    await farm.renders.cancel(id, 'local');
    const again = claim('again', { route: 'POST /renders/:id/retry' });
    const results = await Promise.all(Array.from({ length: 10 }, () => farm.renders.requeue(id, again)));
    expect(results.every(({ moved }) => moved)).toBe(true);
    expect(results.filter(({ key }) => key === 'replayed')).toHaveLength(9);
    expect((await farm.renders.get(id))?.epoch).toBe(2);
    expect(await farm.renders.requeue(id, { ...again, fingerprint: 'other' })).toMatchObject({
      moved: false,
      key: 'reused',
    });
    expect(await farm.renders.requeue(id)).toMatchObject({ moved: false, record: { status: 'queued' } });
    await ended(farm, id);
  });

  it('makes one batch', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, () => farm.batches.submit(batchSubmission(3), claim('batch'))),
    );
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(await farm.batches.running()).toHaveLength(1);
  });
});
