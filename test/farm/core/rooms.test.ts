/** Lists, compositions, workers, deliveries and retention. */
import type { Farm, RenderStatus, WorkerInfo } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ended, renderIn, submitted } from '../../support/farm/farm-states.js';
import { batchSubmission } from '../../support/farm/farm-submissions.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';

let redis: TestRedis;
let farm: Farm;
beforeEach(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
});
afterEach(() => redis.end());

describe('the list of renders', () => {
  it('is an owner’s own, newest first, page by page, by any filter', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 25; i += 1) {
      const labels = { team: i % 2 === 0 ? 'news' : 'sport', 'odd=name': `${i % 3}` };
      const { id, createdAt } = await submitted(farm, { labels, requestId: `r${i}` });
      ids.push(id);
      // Ids sort by the millisecond of their creation.
      while (Date.now() <= Date.parse(createdAt)) await farm.ping();
    }
    await submitted(farm, { owner: 'other', labels: { team: 'news' } });
    const newest = [...ids].reverse();
    const pages: string[][] = [];
    for (let after: string | undefined; ; ) {
      const { items, next } = await farm.renders.list({ owner: 'local' }, 10, after);
      pages.push(items.map(({ id }) => id));
      if (next === null) break;
      expect(next).toBe(items.at(-1)?.id);
      after = next;
    }
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual(newest);

    for (const id of ids.slice(0, 6)) await farm.renders.cancel(id, 'local');
    const list = async (filter: object): Promise<string[]> =>
      (await farm.renders.list({ owner: 'local', ...filter }, 100)).items.map(({ id }) => id);
    const cancelled: readonly RenderStatus[] = ['cancelled', 'failed'];
    expect(await list({ status: cancelled })).toEqual(newest.slice(-6));
    expect(await list({ status: cancelled, labels: { team: 'news' } })).toEqual([ids[4], ids[2], ids[0]]);
    expect(await list({ labels: { team: 'sport', 'odd=name': '0' } })).toEqual(
      newest.filter((_, i) => (24 - i) % 2 === 1 && (24 - i) % 3 === 0),
    );
    const middle = Date.parse((await farm.renders.get(ids[10] as string))?.createdAt ?? '');
    expect(await list({ createdAfter: middle })).toEqual(newest.slice(0, 14));
    expect(await list({ createdBefore: middle })).toEqual(newest.slice(-10));
    expect(await list({ status: [] })).toEqual([]);
  });
});

describe('a composition', () => {
  it('is kept while a render needs it, and known to its owner alone', async () => {
    const about = {
      id: 'cmp_a',
      owner: 'local',
      entryFile: 'index.html',
      files: 2,
      size: 9,
      storeKey: 'k',
      lint: { errorCount: 0, warningCount: 1 },
    };
    expect(await farm.compositions.put(about)).toMatchObject({ created: true, record: about });
    expect(await farm.compositions.put(about)).toMatchObject({ created: false });
    await farm.compositions.put({ ...about, id: 'cmp_b' });
    expect(await farm.compositions.get('other', 'cmp_a')).toBeNull();
    const { id } = await submitted(farm, { compositionId: 'cmp_a' });
    expect(await farm.compositions.remove('local', 'cmp_a')).toBe('in-use');
    await farm.renders.cancel(id, 'local');
    await farm.renders.requeue(id);
    expect(await farm.compositions.remove('local', 'cmp_a')).toBe('in-use');
    await farm.renders.cancel(id, 'local');
    const first = await farm.compositions.list('local', 1);
    const rest = await farm.compositions.list('local', 5, first.next ?? '');
    expect([...first.items, ...rest.items].map((one) => one.id).sort()).toEqual(['cmp_a', 'cmp_b']);
    expect(await farm.compositions.remove('local', 'cmp_a')).toBe('removed');
    expect(await farm.compositions.remove('local', 'cmp_a')).toBe('unknown');
  });

  it('is listed once, although the last one of a page was removed before the next page was asked for', async () => {
    const about = {
      owner: 'lister',
      entryFile: 'index.html',
      files: 1,
      size: 9,
      lint: { errorCount: 0, warningCount: 0 },
    };
    const ids = ['cmp_1', 'cmp_2', 'cmp_3', 'cmp_4', 'cmp_5'];
    // Some of them at the same moment.
    await Promise.all(ids.map((id) => farm.compositions.put({ ...about, id, storeKey: id })));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await farm.compositions.list('lister', 2, after);
      seen.push(...page.items.map(({ id }) => id));
      await farm.compositions.remove('lister', seen.at(-1) ?? '');
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen.toSorted()).toEqual(ids);
  });

  it('was used last when the last render or batch with it began or ended, however it was uploaded long before', async () => {
    const client = new Redis(redis.url);
    const about = {
      owner: 'local',
      entryFile: 'index.html',
      files: 1,
      size: 9,
      lint: { errorCount: 0, warningCount: 0 },
    };
    await farm.compositions.put({ ...about, id: 'cmp_old', storeKey: 'old' });
    await farm.compositions.put({ ...about, id: 'cmp_new', storeKey: 'new' });
    const long = Date.now() - 31 * 86_400_000;
    const forget = async (): Promise<void> => {
      await client.hset('{ff}:cmp:r:local:cmp_old', 'lastUsedAt', long);
      await client.zadd('{ff}:cmp:lru', long, 'local/cmp_old');
    };
    const uses: readonly (() => Promise<unknown>)[] = [
      () => submitted(farm, { compositionId: 'cmp_old' }),
      async () => {
        for (const { id } of (await farm.renders.list({ owner: 'local' }, 10)).items) await ended(farm, id);
      },
      () => farm.batches.submit(batchSubmission(2, { compositionId: 'cmp_old' })),
    ];
    for (const use of uses) {
      await forget();
      await use();
      const found = await farm.compositions.get('local', 'cmp_old');
      expect(Date.parse(found?.lastUsedAt ?? '')).toBeGreaterThan(long + 1_000);
      expect(await client.zrange('{ff}:cmp:lru', '0', '0')).toEqual(['local/cmp_new']);
    }
    client.disconnect();
  });
});

describe('a worker', () => {
  const info: WorkerInfo = {
    id: 'w1',
    name: 'one',
    host: 'h',
    pid: 1,
    slots: 2,
    tags: [],
    versions: { framefarm: '0', node: '24', browser: '1', ffmpeg: '5' },
    sandbox: true,
    cores: 2,
    memoryMb: 1,
    freeMemoryMb: 1,
    rssMb: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
    draining: false,
    blocked: null,
    work: [],
  };

  it('is listed while it is heard of, and told to drain', async () => {
    expect(await farm.workers.announce(info)).toEqual({ drain: false, clear: false });
    expect(await farm.workers.list()).toEqual([info]);
    expect(await farm.workers.drain('w2')).toBe(false);
    expect(await farm.workers.drain('w1')).toBe(true);
    expect(await farm.workers.announce(info)).toEqual({ drain: true, clear: false });
    expect(await farm.workers.clear('w2')).toBe(false);
    expect(await farm.workers.clear('w1')).toBe(true);
    expect(await farm.workers.announce(info)).toEqual({ drain: true, clear: true });
    expect(await farm.workers.announce(info)).toEqual({ drain: true, clear: false });
    await farm.workers.leave('w1');
    expect(await farm.workers.list()).toEqual([]);
    expect(await farm.workers.announce(info)).toEqual({ drain: false, clear: false });
    const client = new Redis(redis.url);
    expect(await client.pttl('{ff}:w:w1')).toBeLessThanOrEqual(10_000);
    await client.zadd('{ff}:workers', Date.now() - 1, 'w1');
    client.disconnect();
    expect(await farm.workers.list()).toEqual([]);
  });
});

describe('the outbox', () => {
  it('holds one delivery per event that was asked for, with the record as it was, until it is marked as done', async () => {
    const webhook = { url: 'https://example.com/hook', events: [] };
    const { id } = await submitted(farm, { webhook, metadata: { n: 1 } });
    await submitted(farm);
    await farm.line.admit();
    await farm.renders.move(id, 1, 'step_exhausted');
    await farm.renders.requeue(id);
    const owed = await farm.outbox.take(10);
    expect(owed).toMatchObject([
      { type: 'render.failed', render: { id, status: 'failed', epoch: 1, metadata: { n: 1 }, webhook } },
    ]);
    expect(owed[0]?.id).toBe(`whd_${id.slice(4)}-1-render-failed`);
    expect(await redis.farm().outbox.take(10)).toEqual(owed);
    await farm.outbox.done(owed.map(({ place }) => place));
    expect(await farm.outbox.take(10)).toEqual([]);
    const started = await submitted(farm, {
      webhook: { ...webhook, events: ['render.started', 'render.cancelled'] },
      priority: 99,
    });
    await farm.line.admit();
    await farm.renders.cancel(started.id, 'local');
    expect((await farm.outbox.take(10)).map(({ type }) => type)).toEqual(['render.started', 'render.cancelled']);
  });
});

describe('retention', () => {
  it('names what is due, and a removed render leaves no key but its tombstone', async () => {
    const client = new Redis(redis.url);
    const id = await renderIn(farm, 'rendering');
    await farm.chunks.plan(id, 1, [{ index: 0, firstFrame: 0, frames: 5 }]);
    await farm.steps.log(id, 'capture-0-0', ['a line']);
    expect(await farm.steps.logs(id)).toEqual([{ stepId: 'capture-0-0', lines: ['a line'] }]);
    expect(await farm.retention.deleteSoon(id)).toBe(false);
    await ended(farm, id);
    expect(await farm.retention.due('record', 10)).toEqual([]);
    expect(await client.zscore('{ff}:due:chunks', id)).not.toBeNull();
    expect(await farm.retention.deleteSoon(id)).toBe(true);
    for (const what of ['chunks', 'output', 'record'] as const)
      expect(await farm.retention.due(what, 10)).toEqual([id]);
    await farm.retention.settle('output', id);
    expect(await farm.retention.due('output', 10)).toEqual([]);
    expect(await farm.renders.remove(id, 'expired')).toBe(true);
    expect(await farm.renders.tombstone(id)).toBe('deleted');
    const left = (await client.keys('*')).filter((key) => key.includes(id));
    expect(left).toEqual([`{ff}:gone:${id}`]);
    for (const key of await client.keys('{ff}:*')) {
      if ((await client.type(key)) === 'zset') expect(await client.zscore(key, id)).toBeNull();
    }
    await farm.steps.log(id, 'capture-0-0', ['late']);
    expect(await farm.steps.logs(id)).toEqual([]);
    client.disconnect();
  });
});
