/** One render from its submission to its end, as coordinator and worker would drive it. */
import { type Farm, PAYLOAD_VERSION, type RenderRecord } from '@framefarm/farm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { submission } from '../../support/farm/farm-submissions.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';

let redis: TestRedis;
let farm: Farm;
beforeAll(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
});
afterAll(() => redis.end());

const artefact = {
  storeKey: 'outputs/x',
  fileName: 'x.mp4',
  contentType: 'video/mp4',
  size: 10,
  sha256: 'aa',
  durationSeconds: 2,
  width: 10,
  height: 10,
  fps: '30',
  frames: 60,
  expiresAt: '2030-01-01T00:00:00.000Z',
  files: [],
};

it('goes from the line to its artefact, and every change is an event', async () => {
  const submitted = await farm.renders.submit(submission({ metadata: { order: 7 }, labels: { team: 'news' } }));
  if (submitted.outcome !== 'created') throw new Error(submitted.outcome);
  const { id } = submitted.record;
  expect(id).toMatch(/^rnd_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(submitted).toMatchObject({
    waits: false,
    ahead: 0,
    record: { status: 'queued', reason: 'accepted', epoch: 1 },
  });
  expect(await farm.renders.ahead(id)).toBe(0);

  expect(await farm.line.admit()).toEqual([{ renderId: id, epoch: 1, version: PAYLOAD_VERSION }]);
  expect(await farm.line.status()).toEqual({ maxConcurrentRenders: 2, activeRenders: 1, queuedRenders: 0 });
  expect(await farm.renders.ahead(id)).toBeNull();

  const prepare = { kind: 'prepare', id: 'prepare' } as const;
  expect(await farm.steps.due(id, 1, prepare, 1)).toBe(true);
  expect(await farm.steps.due(id, 1, prepare, 1)).toBe(false);
  const prepared = await farm.steps.claim(id, 1, prepare, 'w1');
  expect(prepared).toMatchObject({ fence: 1, openChunks: [], record: { id, stage: 'compile' } });
  expect(await farm.steps.beat(id, 1, 'prepare', 1, {})).toEqual({ go: true });
  expect(await farm.steps.commit(id, 1, 'prepare', 1, { key: 'prepared-1' })).toBe('committed');
  const chunks = [0, 1].map((index) => ({ index, firstFrame: index * 30, frames: 30 }));
  await farm.chunks.plan(id, 1, chunks);
  expect((await farm.renders.move(id, 1, 'planned', { preparedKey: 'prepared-1' })).moved).toBe(true);

  const capture = { kind: 'capture', id: 'capture-0-1', chunks: [0, 1] } as const;
  await farm.steps.due(id, 1, capture, 1);
  await farm.steps.claim(id, 1, capture, 'w1');
  expect(await farm.steps.beat(id, 1, 'capture-0-1', 1, { 0: 15 })).toEqual({ go: true });
  expect(await farm.renders.get(id)).toMatchObject({ framesRendered: 15, totalFrames: 60, stage: 'capture' });
  for (const index of [0, 1]) {
    const commit = { worker: 'w1', storeKey: `c${index}`, sha256: `h${index}`, size: 5, ms: 100, reused: false };
    expect(await farm.chunks.commit(id, 1, index, commit)).toBe('committed');
  }
  expect(await farm.steps.commit(id, 1, 'capture-0-1', 1, {})).toBe('committed');
  expect(await farm.chunks.list(id)).toMatchObject([
    { index: 0, state: 'committed', attempts: 1, worker: 'w1', storeKey: 'c0', reused: false },
    { index: 1, state: 'committed', attempts: 1, firstFrame: 30 },
  ]);
  await farm.renders.move(id, 1, 'all_chunks_committed');
  const { moved, record } = await farm.renders.move(id, 1, 'published', { output: artefact });

  expect(moved).toBe(true);
  expect(record).toMatchObject({
    status: 'completed',
    outcome: 'completed',
    progress: 100,
    metadata: { order: 7 },
    output: artefact,
    chunkCounts: { total: 2, pending: 0, claimed: 0, committed: 2, failed: 0, retries: 0, reused: 0 },
  } satisfies Partial<RenderRecord>);
  expect(await farm.line.status()).toMatchObject({ activeRenders: 0, queuedRenders: 0 });
  const { events } = await farm.events.read(id, null, 100);
  const types = events.map(({ event }) => (event.type === 'state' ? event.reason : event.type));
  expect(types.filter((type) => type !== 'progress')).toEqual([
    'queued',
    'admitted',
    'planned',
    'all_chunks_committed',
    'completed',
  ]);
  expect(events.map(({ event }) => event.revision)).toEqual([...new Set(events.map(({ event }) => event.revision))]);
  expect(events.at(-1)?.event).toMatchObject({
    renderId: id,
    requestId: 'req-1',
    status: 'completed',
    output: artefact,
  });
  expect(await farm.stats()).toMatchObject({
    renders: { completed: 1 },
    totals: { accepted: 1, completed: 1, chunks: 2, frames: 60 },
  });
});
