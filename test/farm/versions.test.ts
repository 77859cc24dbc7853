/** Old and new workers on one farm: nothing fails because they differ (farm-practice 3; http-api 4.3). */
import { KEY_PREFIX, PAYLOAD_VERSION, QUEUES, type RenderRecord, STORE_KEYS, type StepPayload } from '@framefarm/farm';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect } from 'vitest';
import { it } from '../support/farm/farm-test.js';
import { nextBuild } from '../support/farm/next-build.js';
import { startProducerProcess } from '../support/farm/producer-process.js';
import type { TestFarm } from '../support/farm/workers.js';
import { until } from '../support/machine/processes.js';
import { frameHashes } from '../support/output/decode.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';

useBundledFfmpeg();

cutIntoChunksOf(15);

const OPTIONS = { fps: 30, quality: 'draft' } as const;
const PREPARE = { kind: 'prepare', id: 'prepare' } as const;

// They mostly wait for workers and producers to start and end, so they wait together.
describe.concurrent('a farm of two builds', () => {
  it('does every render in the version in which it was accepted, and nothing is lost on the way', async ({ farm }) => {
    const still = await makeProject({ 'index.html': composition('<p>still</p>', { duration: 0.2 }) });
    const known = await farm.upload(still);
    const tooOld = (await farm.submit(known, OPTIONS)).id;
    await ofVersion(farm, tooOld, 0);
    const build = await nextBuild();
    const [older, newer, old] = await Promise.all([
      startProducerProcess(farm),
      startProducerProcess(farm, {}, build),
      farm.worker('old'),
    ]);
    const newVersion = PAYLOAD_VERSION + 1;

    // Only the old worker is there: what a newer producer accepts waits, says why, and holds up nobody.
    const waits = await newer.submit(known, OPTIONS);
    const record = await until(
      async () => {
        const found = await farm.farm.renders.get(waits);
        return found !== null && found.waiting !== null && found;
      },
      () => 'the render does not say why it waits',
    );
    expect(record).toMatchObject({ status: 'queued', version: newVersion, waiting: { version: newVersion } });
    expect(await (await older.get(`/renders/${waits}`)).json()).toMatchObject({
      version: newVersion,
      waiting: {
        reason: 'no_worker_of_version',
        message: expect.stringContaining('it waits for a worker of its version'),
      },
    });
    const first = await farm.ended(await older.submit(known, OPTIONS));
    expect(first).toMatchObject({ status: 'completed', version: PAYLOAD_VERSION });
    expect(await workersOf(farm, first)).toEqual(['old']);
    expect(await farm.ended(tooOld)).toMatchObject({ status: 'failed', error: { code: 'VERSION_UNSUPPORTED' } });

    // A job of the newer version that reaches the old worker goes back, as no failure and without being asked for all the time.
    const place = { connection: { path: farm.redis.url }, prefix: KEY_PREFIX };
    const queue = new Queue<StepPayload>(QUEUES.capture, place);
    const stray = { version: newVersion, renderId: 'rnd_stray', epoch: 1, step: PREPARE, attempt: 1, notOn: [] };
    const job = await queue.add('prepare', stray, { jobId: 'rnd_stray-1-prepare-1', removeOnComplete: true });
    await until(
      async () => (await job.getState()) === 'delayed',
      () => 'the job was not handed back',
    );
    expect(old.log()).toContain(`it is of version ${newVersion}, this worker does version ${PAYLOAD_VERSION}`);
    await until(
      async () => (await farm.farm.workers.list()).some(({ name, declined = 0 }) => name === 'old' && declined > 0),
      () => 'the worker does not tell that it declined a job',
    );

    const fresh = await farm.worker('new', {}, build);
    const second = await farm.ended(waits);
    expect(second).toMatchObject({ status: 'completed', waiting: null });
    expect(await workersOf(farm, second)).toEqual(['new']);
    const looks = (await queue.getJob(job.id ?? ''))?.attemptsStarted ?? 0;
    expect(looks).toBeLessThan(60);
    await until(
      async () => (await queue.getJob(job.id ?? '')) === undefined,
      () => 'no newer worker took the job',
    );
    await queue.close();

    // The old worker leaves in the midst of renders of both versions.
    const renders = await Promise.all(
      [older, newer].map((producer) => producer.submit(known, { ...OPTIONS, fps: 24 })),
    );
    old.kill('SIGTERM');
    const [third, fourth] = await Promise.all(renders.map((id) => farm.ended(id)));
    expect([third, fourth]).toMatchObject([
      { status: 'completed', version: PAYLOAD_VERSION },
      { status: 'completed', version: newVersion },
    ]);
    await old.ended;
    const last = await farm.ended(await older.submit(known, { ...OPTIONS, fps: 25 }));
    expect(last).toMatchObject({ status: 'completed', version: PAYLOAD_VERSION });
    expect(await workersOf(farm, last)).toEqual(['new']);
    const { events } = await farm.farm.events.read(waits, null, 1000);
    expect(events.flatMap(({ event }) => (event.type === 'waiting' ? [event.waiting !== null] : []))[0]).toBe(true);
    // A worker hands its job back after the render has ended.
    await until(
      async () => (await farm.jobs()) === 0,
      () => 'a job is left in the queues',
    );
    fresh.kill('SIGTERM');
    await fresh.ended;
  });
});

describe.concurrent('a worker', () => {
  it('that is not what the plan says makes a new plan when nobody else is there, and takes nothing of the old one', async ({
    farm,
  }) => {
    const project = await makeProject({ 'index.html': composition('<p>seam</p>', { duration: 1 }) });
    const composed = await farm.upload(project);
    const worker = await farm.worker('one');
    const known = await farm.ended((await farm.submit(composed, OPTIONS)).id);
    const frames = await frameHashes(await farm.output(known));

    // What it leaves when it is updated in the middle of a render, and had another FFmpeg before. It sees all of that at once.
    worker.kill('SIGSTOP');
    const prepared = JSON.parse(await textOf(farm, STORE_KEYS.prepared(known.id, 1, 1)));
    prepared.plan.environment.ffmpeg = '0.1';
    prepared.versions.ffmpeg = '0.1';
    const { id } = await farm.submit(composed, OPTIONS);
    const key = STORE_KEYS.prepared(id, 1, 1);
    await farm.store.put(key, JSON.stringify(prepared), { contentType: 'application/json' });
    const foreign = await farm.store.put('chunks/local/of-another-ffmpeg.mp4', 'not even a segment');
    const { renders, steps, chunks, line } = farm.farm;
    await line.admit();
    await steps.due(id, 1, PREPARE, 1);
    await steps.claim(id, 1, PREPARE, 'one');
    await steps.commit(id, 1, 'prepare', 1, { preparedKey: key });
    expect(prepared.plan.chunks).toHaveLength(2);
    await chunks.plan(id, 1, prepared.plan.chunks);
    await renders.move(id, 1, 'planned', { preparedKey: key });
    const { key: storeKey, sha256, size } = foreign;
    await chunks.commit(id, 1, 0, { worker: 'one', storeKey, sha256, size, ms: 1, reused: false });

    worker.kill('SIGCONT');
    const record = await farm.ended(id);
    expect(record).toMatchObject({ status: 'completed', epoch: 2, replans: 1, error: null });
    expect(await frameHashes(await farm.output(record))).toEqual(frames);
    const { events } = await farm.farm.events.read(id, null, 1000);
    const reasons = events.flatMap(({ event }) => (event.type === 'state' ? [event.reason] : []));
    expect(reasons).toEqual(['admitted', 'planned', 'replanned', 'planned', 'all_chunks_committed']);
    expect(await farm.farm.line.status()).toMatchObject({ activeRenders: 0 });
  });
});

async function textOf({ store }: TestFarm, key: string): Promise<string> {
  const found = await store.read(key);
  if (found === null) throw new Error(`${key} is not in the store`);
  return (await found.body.toArray()).join('');
}

/** As if a build of that version had accepted the render. */
async function ofVersion(farm: TestFarm, id: string, version: number): Promise<void> {
  const redis = new Redis({ path: farm.redis.url });
  await redis.hset(`${KEY_PREFIX}:r:${id}`, 'version', version);
  redis.disconnect();
}

/** Names of the workers that did the steps of a render. */
async function workersOf({ farm }: TestFarm, { id, epoch }: RenderRecord): Promise<readonly (string | null)[]> {
  return [...new Set((await farm.steps.list(id, epoch)).map(({ worker }) => worker))];
}
