/** Workers and producers that are told to end while a store takes its time: nothing half done is seen, and all goes on (farm-practice 4, 10). */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listProject, PACKED_TYPE, packProject } from '@framefarm/archive';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BOX_CHUNK_FRAMES, DRAFT, finals } from '../support/farm/disturbed-renders.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { startProducerProcess } from '../support/farm/producer-process.js';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { until } from '../support/machine/processes.js';
import { composition, makeProject, scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { type S3Server, startS3 } from '../support/s3/server.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

let server: S3Server;
let farm: TestFarm;
/** Of those that are not told to end; it starts when it is first needed. */
let steady: Promise<TestWorker> | null = null;
beforeAll(async () => {
  server = await startS3();
  farm = await startTestFarm({ s3: server });
});
afterEach(() => {
  server.before = () => {};
});
afterAll(async () => {
  await farm?.end();
  await server?.close();
});

const steadyWorker = (): Promise<TestWorker> => {
  steady ??= farm.worker('steady');
  return steady;
};

const tinyProject = (text = 'text') => makeProject({ 'index.html': composition(`<p>${text}</p>`, { duration: 0.2 }) });

/** The first request of a key of that shape stands still, as in a store that is overloaded, until it is let go or refused. */
function standStill(shape: RegExp, wanted: 'PUT' | 'GET' = 'PUT') {
  let go = (): void => {};
  let refuse = (): void => {};
  const gate = new Promise<void>((resolve, reject) => {
    go = resolve;
    refuse = () => reject(new Error('the connection is gone'));
  });
  gate.catch(() => {});
  let held = false;
  server.before = async ({ method, key }) => {
    if (held || method !== wanted || !shape.test(key)) return;
    held = true;
    await gate;
  };
  const stands = () =>
    until(
      () => held,
      () => `there is no ${wanted} of ${shape}`,
    );
  return { stands, go, refuse };
}

describe('SIGTERM', () => {
  it('while a chunk and while the output is uploaded: the step goes back at once, and the next worker goes on', async () => {
    const { id, epoch } = await farm.submit(await farm.upload(await tinyProject()), DRAFT);
    const told: TestWorker[] = [];
    for (const [kind, shape] of [
      ['capture', /\/chunks\//],
      ['assemble', /\/outputs\/.*\.mp4$/],
    ] as const) {
      const upload = standStill(shape);
      const worker = await farm.worker(`told-to-${kind}`, { FRAMEFARM_DRAIN_SECONDS: '1' });
      told.push(worker);
      await upload.stands();
      worker.kill('SIGTERM');
      expect(await worker.ended, kind).toEqual({ exitCode: 0, signal: null });
      upload.refuse();
      const [row] = (await farm.farm.steps.list(id, epoch)).filter(({ step }) => step.kind === kind);
      expect(row, kind).toMatchObject({ failures: { returned: 1 } });
      expect([...server.bucket.objects.keys()].filter((key) => key.includes('/outputs/'))).toEqual([]);
      expect(await farm.farm.renders.get(id)).toMatchObject({ output: null });
    }

    const worker = await steadyWorker();
    const { status, output } = await farm.ended(id);
    expect({ status, frames: output?.frames }).toEqual({ status: 'completed', frames: 6 });
    expect((await farm.store.head(output?.storeKey ?? ''))?.sha256).toBe(output?.sha256);
    expect(await finals(farm, id)).toEqual(['completed']);
    await noResidue(farm, [...told, worker]);
  });
});

describe('a cancel', () => {
  it('does not wait for a store that gives a composition or takes an output slowly', async () => {
    const worker = await steadyWorker();
    // One that the worker has not fetched yet.
    const compositionId = await farm.upload(await tinyProject('cancelled'));
    for (const [method, shape] of [
      ['GET', /\/compositions\//],
      ['PUT', /\/outputs\//],
    ] as const) {
      const transfer = standStill(shape, method);
      const { id } = await farm.submit(compositionId, DRAFT);
      await transfer.stands();
      await farm.farm.renders.cancel(id, 'local');
      expect(await farm.ended(id), method).toMatchObject({ status: 'cancelled', reason: 'stopped', output: null });
      transfer.refuse();
    }
    const { id: next } = await farm.submit(compositionId, DRAFT);
    expect(await farm.ended(next)).toMatchObject({ status: 'completed' });
    await noResidue(farm, [worker]);
  });
});

/** A packed project that nobody has uploaded yet. */
async function packed(): Promise<{ readonly id: string; readonly archive: Buffer }> {
  const project = await tinyProject('packed');
  const listing = await listProject(project);
  const file = join(scratchDirectory(), 'project.zip');
  await packProject(project, listing, file);
  return { id: listing.id, archive: await readFile(file) };
}

describe('a producer that is taking a composition', () => {
  it('killed, leaves none that can be seen, and the upload can be repeated; SIGTERM: it is finished and answered before the producer ends', async () => {
    const { id, archive } = await packed();
    const temporary = scratchDirectory();
    const killed = await startProducerProcess(farm, { TMPDIR: temporary });
    const lost = standStill(/\/compositions\//);
    const noAnswer = killed.post('/compositions', archive, PACKED_TYPE).catch(() => null);
    await lost.stands();
    expect(readdirSync(temporary)).not.toEqual([]);
    await killed.kill();
    await until(
      () => readdirSync(temporary).length === 0,
      () => `there still lie ${readdirSync(temporary)}`,
    );
    lost.refuse();
    expect(await noAnswer).toBeNull();

    const told = await startProducerProcess(farm);
    expect((await told.get(`/compositions/${id}`)).status).toBe(404);
    const upload = standStill(/\/compositions\//);
    const answer = told.post('/compositions', archive, PACKED_TYPE);
    await upload.stands();
    const ended = told.end();
    await until(
      async () => (await told.get('/readyz')).status === 503,
      () => 'the producer does not drain',
    );
    upload.go();
    expect((await answer).status).toBe(201);
    await ended;
    const next = await startProducerProcess(farm);
    expect((await next.get(`/compositions/${id}`)).status).toBe(200);
    const worker = await steadyWorker();
    expect(await farm.ended(await next.submit(id, DRAFT))).toMatchObject({ status: 'completed' });
    await noResidue(farm, [worker]);
  });
});
