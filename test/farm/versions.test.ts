/** Old and new workers on one farm: nothing fails because they differ (farm-practice 3; http-api 4.3). */
import { KEY_PREFIX, PAYLOAD_VERSION, QUEUES, STORE_KEYS, type StepPayload } from '@framefarm/farm';
import { Queue, Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameHashes } from '../support/decode.js';
import { until } from '../support/processes.js';
import { composition, makeProject } from '../support/project.js';
import { startTestFarm, type TestFarm } from '../support/workers.js';

const OPTIONS = { fps: 30, quality: 'draft' } as const;
const PREPARE = { kind: 'prepare', id: 'prepare' } as const;

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
});
afterAll(() => farm.end());

describe('a worker', () => {
  it('leaves a payload of a newer version to another one, neither failing it nor asking for it all the time', async () => {
    const old = await farm.worker('old');
    const place = { connection: { path: farm.redis.url }, prefix: KEY_PREFIX };
    const queue = new Queue<StepPayload>(QUEUES.capture, place);
    const payload = {
      version: PAYLOAD_VERSION + 1,
      renderId: 'rnd_new',
      epoch: 1,
      step: PREPARE,
      attempt: 1,
      notOn: [],
    };
    const job = await queue.add('prepare', payload, { jobId: 'rnd_new-1-prepare-1' });
    await until(
      async () => (await job.getState()) === 'delayed',
      () => 'the job was not handed back',
    );
    const { id } = await farm.submit(
      await farm.upload(await makeProject({ 'index.html': composition('<p>old</p>', { duration: 0.2 }) })),
      OPTIONS,
    );
    expect(await farm.ended(id)).toMatchObject({ status: 'completed' });
    old.kill('SIGTERM');
    await old.ended;
    expect(old.log()).not.toContain('rnd_new');
    const taken: string[] = [];
    const newer = new Worker(QUEUES.capture, async ({ data }) => void taken.push(data.renderId), place);
    await until(
      () => taken.includes('rnd_new'),
      () => 'no newer worker was offered the job',
    );
    // Each time that a worker looks at a job counts; the pause between two looks is two seconds.
    const looks = (await queue.getJob(job.id ?? ''))?.attemptsStarted ?? 0;
    expect(looks).toBeLessThan(30);
    await newer.close();
    await queue.close();
  });

  it('that is not what the plan says makes a new plan when nobody else is there, and takes nothing of the old one', async () => {
    const project = await makeProject({ 'index.html': composition('<p>seam</p>', { duration: 3 }) });
    const composed = await farm.upload(project);
    const first = await farm.worker('first');
    const known = await farm.ended((await farm.submit(composed, OPTIONS)).id);
    const frames = await frameHashes(await farm.output(known));
    first.kill('SIGTERM');
    await first.ended;

    // What a worker with another FFmpeg leaves when it is updated in the middle of a render.
    const prepared = JSON.parse(await textOf(STORE_KEYS.prepared(known.id, 1, 1)));
    prepared.plan.environment.ffmpeg = '0.1';
    prepared.versions.ffmpeg = '0.1';
    const { id } = await farm.submit(composed, OPTIONS);
    const key = STORE_KEYS.prepared(id, 1, 1);
    await farm.store.put(key, JSON.stringify(prepared), { contentType: 'application/json' });
    const foreign = await farm.store.put('chunks/local/of-another-ffmpeg.mp4', 'not even a segment');
    const { renders, steps, chunks, line } = farm.farm;
    await line.admit();
    await steps.due(id, 1, PREPARE, 1);
    await steps.claim(id, 1, PREPARE, 'first');
    await steps.commit(id, 1, 'prepare', 1, { preparedKey: key });
    expect(prepared.plan.chunks).toHaveLength(2);
    await chunks.plan(id, 1, prepared.plan.chunks);
    await renders.move(id, 1, 'planned', { preparedKey: key });
    const { key: storeKey, sha256, size } = foreign;
    await chunks.commit(id, 1, 0, { worker: 'first', storeKey, sha256, size, ms: 1, reused: false });

    await farm.worker('second');
    const record = await farm.ended(id);
    expect(record).toMatchObject({ status: 'completed', epoch: 2, replans: 1, error: null });
    expect(await frameHashes(await farm.output(record))).toEqual(frames);
    const { events } = await farm.farm.events.read(id, null, 1000);
    const reasons = events.flatMap(({ event }) => (event.type === 'state' ? [event.reason] : []));
    expect(reasons).toEqual(['admitted', 'planned', 'replanned', 'planned', 'all_chunks_committed']);
    expect(await farm.farm.line.status()).toMatchObject({ activeRenders: 0 });
  });
});

async function textOf(key: string): Promise<string> {
  const found = await farm.store.read(key);
  if (found === null) throw new Error(`${key} is not in the store`);
  return (await found.body.toArray()).join('');
}
