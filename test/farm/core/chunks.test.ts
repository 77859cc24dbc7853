/** Claims, beats and commits, and the progress that follows from them (farm-practice 4, 6). */
import { type ChunkCommit, type Farm, KEY_PREFIX, MAX_LOST_CLAIMS, PROGRESS_EVERY_MS } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admitted, ended, rendering } from '../../support/farm/farm-states.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { until } from '../../support/machine/processes.js';

let redis: TestRedis;
let farm: Farm;
beforeEach(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
});
afterEach(() => redis.end());

const commit = (sha256: string, about: Partial<ChunkCommit> = {}): ChunkCommit => ({
  worker: 'w1',
  storeKey: `k-${sha256}`,
  sha256,
  size: 1,
  ms: 5,
  reused: false,
  ...about,
});
const run = (
  first: number,
  last: number,
  of = last,
): { kind: 'capture'; id: `capture-${number}-${number}`; chunks: number[] } => ({
  kind: 'capture',
  id: `capture-${first}-${of}`,
  chunks: Array.from({ length: last - first + 1 }, (_, i) => first + i),
});
const failure = (kind: 'host' | 'lost' | 'returned') =>
  ({ code: 'BROWSER_CRASHED', message: 'the browser ended', class: kind }) as const;

describe('a chunk', () => {
  it('belongs to its first commit: the same bytes again are no conflict, others differ', async () => {
    const id = await rendering(farm, 2, 10);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 8 }, () => farm.chunks.commit(id, 1, 0, commit('aa'))),
    );
    expect(first).toBe('committed');
    expect(new Set(others)).toEqual(new Set(['already-committed']));
    expect(await farm.chunks.commit(id, 1, 0, commit('bb'))).toBe('differs');
    expect(await farm.chunks.commit(id, 1, 7, commit('aa'))).toBe('stale');
    expect(await farm.chunks.commit(id, 2, 1, commit('aa'))).toBe('stale');
    expect((await farm.chunks.list(id))[0]).toMatchObject({ storeKey: 'k-aa', sha256: 'aa' });
  });

  it('is refused once the render is cancelled, whoever comes first', async () => {
    const id = await rendering(farm, 1, 10);
    const step = run(0, 0);
    await farm.steps.due(id, 1, step, 1);
    await farm.steps.claim(id, 1, step, 'w1');
    await farm.renders.cancel(id, 'local');
    expect(await farm.chunks.commit(id, 1, 0, commit('aa'))).toBe('stale');
    expect((await farm.renders.move(id, 1, 'all_chunks_committed')).moved).toBe(false);
    await ended(farm, id);
    expect((await farm.renders.get(id))?.status).toBe('cancelled');
  });

  it('is planned once', async () => {
    const id = await rendering(farm, 2, 10);
    await farm.chunks.plan(id, 1, [{ index: 0, firstFrame: 0, frames: 99 }]);
    expect(await farm.chunks.list(id)).toHaveLength(2);
    expect((await farm.renders.get(id))?.totalFrames).toBe(20);
  });

  it('committed from an earlier render costs no attempt', async () => {
    const id = await rendering(farm, 2, 10);
    await farm.chunks.commit(id, 1, 0, commit('aa', { reused: true }));
    expect((await farm.chunks.list(id))[0]).toMatchObject({ reused: true, attempts: 0, state: 'committed' });
    expect((await farm.renders.get(id))?.chunkCounts).toMatchObject({
      committed: 1,
      reused: 1,
      retries: 0,
      pending: 1,
    });
  });
});

describe('a claim', () => {
  it('is one at a time, and the next one has a higher fence that shuts out the last', async () => {
    const id = await rendering(farm, 2, 10);
    const step = run(0, 1);
    expect(await farm.steps.claim(id, 1, step, 'w1')).toBeNull();
    await farm.steps.due(id, 1, step, 1);
    const claims = await Promise.all(['w1', 'w2', 'w3'].map((worker) => farm.steps.claim(id, 1, step, worker)));
    expect(claims.filter((claim) => claim !== null)).toMatchObject([{ fence: 1 }]);
    expect(await farm.steps.fail(id, 1, step.id, 1, failure('lost'))).toBe('stale');
    expect(await farm.steps.fail(id, 1, step.id, 1, failure('host'))).toBe('failed');
    expect(await farm.steps.claim(id, 1, step, 'w2')).toBeNull();
    expect(await farm.steps.due(id, 1, step, 2)).toBe(true);
    expect(await farm.steps.claim(id, 1, step, 'w2')).toMatchObject({ fence: 2 });
    expect(await farm.steps.commit(id, 1, step.id, 1, {})).toBe('stale');
    expect(await farm.steps.beat(id, 1, step.id, 1, { 0: 5 })).toEqual({ go: false, reason: 'superseded' });
    expect(await farm.steps.list(id, 1)).toMatchObject([
      {
        id: step.id,
        step,
        state: 'claimed',
        attempt: 2,
        fence: 2,
        worker: 'w2',
        failures: { host: 1 },
        failedOn: [expect.any(String)],
      },
    ]);
  });

  it('is seen with its render and its chunks in one look, as it is now', async () => {
    const id = await rendering(farm, 3, 10);
    const view = farm.view(id);
    expect(await view.look()).toMatchObject({ record: { id, epoch: 1 }, steps: [], chunks: { length: 3 } });
    const step = run(0, 1);
    await farm.steps.due(id, 1, step, 1);
    await farm.steps.claim(id, 1, step, 'w1');
    await farm.chunks.commit(id, 1, 0, commit('aa'));
    const look = await view.look();
    expect(look?.live).toEqual(new Set([step.id]));
    expect(look?.steps).toEqual(await farm.steps.list(id, 1));
    expect(look?.chunks).toEqual(await farm.chunks.list(id));
    expect(look?.chunks.map(({ state }) => state)).toEqual(['committed', 'claimed', 'pending']);
    expect(look?.record).toEqual(await farm.renders.get(id));
    expect(await farm.view('rnd_unknown').look()).toBeNull();
  });

  it('whose lease ran out is lost: another worker takes it over, and it counts', async () => {
    const id = await rendering(farm, 1, 10);
    const step = run(0, 0);
    await farm.steps.due(id, 1, step, 1);
    await farm.steps.claim(id, 1, step, 'w1');
    await farm.steps.beat(id, 1, step.id, 1, { 0: 4 });
    const claim = await until(
      async () => (await farm.steps.claim(id, 1, step, 'w2')) ?? undefined,
      () => 'the first claim is live',
    );
    expect(claim).toMatchObject({ fence: 2, openChunks: [0], record: { id, status: 'rendering' } });
    expect(await farm.steps.beat(id, 1, step.id, 2, { 0: 1 })).toEqual({ go: true });
    expect(await farm.steps.list(id, 1)).toMatchObject([{ failures: { lost: 1 }, failedOn: [] }]);
    expect((await farm.chunks.list(id))[0]).toMatchObject({ attempts: 2, worker: 'w2', state: 'claimed' });
    expect((await farm.renders.get(id))?.chunkCounts.retries).toBe(1);
  });

  it('that lapsed too often is given to nobody, so that no step ends workers for ever', async () => {
    const id = await rendering(farm, 1, 10);
    const step = run(0, 0);
    await farm.steps.due(id, 1, step, 1);
    await farm.steps.claim(id, 1, step, 'w1');
    const redisClient = new Redis(redis.url);
    const rows = `${KEY_PREFIX}:r:${id}:s:1`;
    const row = JSON.parse((await redisClient.hget(rows, step.id)) ?? '');
    const lapsed = { ...row, beatAt: 0, failures: { lost: MAX_LOST_CLAIMS - 1 } };
    await redisClient.hset(rows, step.id, JSON.stringify(lapsed));
    redisClient.disconnect();
    expect(await farm.steps.claim(id, 1, step, 'w2')).toBeNull();
    expect(await farm.steps.list(id, 1)).toMatchObject([
      { state: 'failed', failures: { lost: MAX_LOST_CLAIMS }, error: { code: 'WORKER_LOST', class: 'lost' } },
    ]);
    expect((await farm.chunks.list(id))[0]).toMatchObject({ state: 'pending' });
  });

  it('that is taken back is told to stop, and so is a run whose chunks another one committed', async () => {
    const id = await rendering(farm, 3, 10);
    const [slow, second, dropped] = [run(0, 1), run(0, 1, 9), run(2, 2)];
    for (const step of [slow, second, dropped]) await farm.steps.due(id, 1, step, 1);
    await farm.steps.claim(id, 1, slow, 'w1');
    await farm.steps.claim(id, 1, second, 'w2');
    await farm.steps.claim(id, 1, dropped, 'w3');
    for (const index of [0, 1]) await farm.chunks.commit(id, 1, index, commit('aa', { worker: 'w2' }));
    expect(await farm.steps.beat(id, 1, slow.id, 1, { 1: 3 })).toEqual({ go: false, reason: 'superseded' });
    expect(await farm.steps.beat(id, 1, second.id, 1, {})).toEqual({ go: true });
    expect(await farm.steps.drop(id, 1, dropped.id)).toBe(true);
    expect(await farm.steps.beat(id, 1, dropped.id, 1, { 2: 1 })).toEqual({ go: false, reason: 'superseded' });
    expect((await farm.chunks.list(id))[2]).toMatchObject({ state: 'pending' });
    const view = farm.view(id);
    expect((await view.look())?.live).toEqual(new Set([slow.id, second.id, dropped.id]));
    expect(await farm.steps.commit(id, 1, dropped.id, 1, {})).toBe('stale');
    expect((await view.look())?.live).toEqual(new Set([slow.id, second.id]));
  });

  it('hears the same when it commits again, because the first answer was lost', async () => {
    const id = await rendering(farm, 1, 10);
    const step = run(0, 0);
    await farm.steps.due(id, 1, step, 1);
    await farm.steps.claim(id, 1, step, 'w1');
    expect(await farm.steps.commit(id, 1, step.id, 1, { took: 1 })).toBe('committed');
    expect(await farm.steps.commit(id, 1, step.id, 1, { took: 2 })).toBe('committed');
    expect(await farm.steps.list(id, 1)).toMatchObject([{ state: 'committed', result: { took: 1 } }]);
    const failure = { code: 'WORKER_LOST', message: 'late', class: 'lost' } as const;
    expect(await farm.steps.fail(id, 1, step.id, 1, failure)).toBe('stale');
  });

  it('gives back what it did not commit, as failed where it had begun', async () => {
    const id = await rendering(farm, 3, 10);
    const step = run(0, 2);
    await farm.steps.due(id, 1, step, 1);
    await farm.steps.claim(id, 1, step, 'w1');
    await farm.chunks.commit(id, 1, 0, commit('aa'));
    await farm.steps.beat(id, 1, step.id, 1, { 1: 3 });
    await farm.steps.fail(id, 1, step.id, 1, failure('host'));
    expect((await farm.chunks.list(id)).map(({ state }) => state)).toEqual(['committed', 'failed', 'pending']);
    expect((await farm.renders.get(id))?.chunkCounts).toMatchObject({
      claimed: 0,
      committed: 1,
      failed: 1,
      pending: 1,
    });
  });
});

describe('progress', () => {
  it('counts frames of earlier renders from the moment that the plan stands', async () => {
    const id = await admitted(farm);
    await farm.chunks.plan(id, 1, [
      { index: 0, firstFrame: 0, frames: 30 },
      { index: 1, firstFrame: 30, frames: 10 },
    ]);
    await farm.chunks.commit(id, 1, 0, commit('known', { reused: true }));
    const { record } = await farm.renders.move(id, 1, 'planned');
    expect(record).toMatchObject({ progress: 68.7, framesRendered: 30, totalFrames: 40 });
    const { events } = await farm.events.read(id, null, 100);
    const told = { progress: 68.7, framesRendered: 30, stage: 'capture' };
    // Before the plan they belong to no stage that captures, and would stand beside a progress of 0.
    expect(events.slice(2).map(({ event }) => event)).toMatchObject([
      { type: 'state', reason: 'planned', ...told },
      { type: 'progress', ...told },
    ]);
  });

  it('never falls within a run, through losses and second attempts', async () => {
    const id = await rendering(farm, 4, 30);
    const step = run(0, 3);
    await farm.steps.due(id, 1, step, 1);
    let fence = (await farm.steps.claim(id, 1, step, 'w1'))?.fence ?? 0;
    const seen: number[] = [];
    const look = async (): Promise<void> => {
      const record = await farm.renders.get(id);
      seen.push(record?.progress ?? 0, record?.framesRendered ?? 0);
    };
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      for (const frames of [5, 12, 20 + attempt]) {
        await farm.steps.beat(id, 1, step.id, fence, { 0: frames, 1: frames - 3 });
        await look();
      }
      await farm.steps.fail(id, 1, step.id, fence, failure('host'));
      await farm.steps.due(id, 1, step, attempt + 1);
      fence = (await farm.steps.claim(id, 1, step, `w${attempt + 1}`))?.fence ?? 0;
    }
    for (const index of [0, 1, 2, 3]) {
      await farm.chunks.commit(id, 1, index, commit(`h${index}`));
      await look();
    }
    const percents = seen.filter((_, i) => i % 2 === 0);
    const frames = seen.filter((_, i) => i % 2 === 1);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(frames).toEqual([...frames].sort((a, b) => a - b));
    expect([percents[0], percents.at(-1), frames.at(-1)]).toEqual([expect.closeTo(5 + (85 * 7) / 120, 0), 90, 120]);
    expect((await farm.renders.get(id))?.etaSeconds).toBe(0);
  });

  it('is told twice a second at most', async () => {
    const id = await rendering(farm, 3, 30);
    const client = new Redis(redis.url);
    const told = async (): Promise<number> =>
      (await farm.events.read(id, null, 100)).events.filter(({ event }) => event.type === 'progress').length;
    /** Of a chunk that is committed so long after the last word on progress, ms. */
    const toldOf = async (index: number, after: number): Promise<number> => {
      const before = await told();
      const [seconds = '', micros = ''] = (await client.time()).map(String);
      const now = Number(seconds) * 1000 + Number(micros) / 1000;
      await client.hset(`${KEY_PREFIX}:r:${id}`, 'progressAt', Math.floor(now - after));
      expect(await farm.chunks.commit(id, 1, index, commit(`h${index}`))).toBe('committed');
      return (await told()) - before;
    };
    // Time goes on while this is asked, so that a word too early is one from a while ahead.
    expect(await toldOf(0, PROGRESS_EVERY_MS)).toBe(1);
    expect(await toldOf(1, PROGRESS_EVERY_MS - 60_000)).toBe(0);
    expect(await toldOf(2, PROGRESS_EVERY_MS)).toBe(1);
    client.disconnect();
  });
});
