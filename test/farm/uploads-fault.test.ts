/** Workers and producers that are told to end while a store takes its time: nothing half done is seen, and all goes on (farm-practice 4, 10). */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listProject, PACKED_TYPE, packProject } from '@framefarm/archive';
import { describe, expect, test } from 'vitest';
import { BOX_CHUNK_FRAMES, DRAFT, finals } from '../support/farm/disturbed-renders.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { startProducerProcess } from '../support/farm/producer-process.js';
import { startTestFarm } from '../support/farm/workers.js';
import { until } from '../support/machine/processes.js';
import { composition, makeProject, scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { type S3Server, startS3 } from '../support/s3/server.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

/** Each test gets a store and a farm of its own, which end with it. */
const it = test
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are wanted; here none.
  .extend('server', async ({}, { onCleanup }) => {
    const server = await startS3();
    onCleanup(() => server.close());
    return server;
  })
  .extend('farm', async ({ server }, { onCleanup }) => {
    const farm = await startTestFarm({ s3: server });
    onCleanup(() => {
      server.before = () => {};
      return farm.end();
    });
    return farm;
  });

const tinyProject = () => makeProject({ 'index.html': composition('<p>text</p>', { duration: 0.2 }) });

/** The first request of a key of that shape stands still, as in a store that is overloaded, until it is let go or refused. */
function standStill(server: S3Server, shape: RegExp, wanted: 'PUT' | 'GET' = 'PUT') {
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

// They mostly wait for programs to start and to end, so two of them wait together.
describe('SIGTERM', () => {
  it.concurrent.for([
    ['a chunk', /\/chunks\//, 'capture'],
    ['the output', /\/outputs\/.*\.mp4$/, 'assemble'],
  ] as const)(
    'while %s is uploaded: the step goes back at once, and another worker ends the render',
    async ([, shape, kind], { farm, server }) => {
      const upload = standStill(server, shape);
      const told = await farm.worker('told', { FRAMEFARM_DRAIN_SECONDS: '1' });
      const { id, epoch } = await farm.submit(await farm.upload(await tinyProject()), DRAFT);
      await upload.stands();
      told.kill('SIGTERM');
      expect(await told.ended).toEqual({ exitCode: 0, signal: null });
      upload.refuse();
      const [row] = (await farm.farm.steps.list(id, epoch)).filter(({ step }) => step.kind === kind);
      expect(row).toMatchObject({ failures: { returned: 1 } });
      expect([...server.bucket.objects.keys()].filter((key) => key.includes('/outputs/'))).toEqual([]);
      expect(await farm.farm.renders.get(id)).toMatchObject({ output: null });

      const other = await farm.worker('other');
      const { status, output } = await farm.ended(id);
      expect({ status, frames: output?.frames }).toEqual({ status: 'completed', frames: 6 });
      expect((await farm.store.head(output?.storeKey ?? ''))?.sha256).toBe(output?.sha256);
      expect(await finals(farm, id)).toEqual(['completed']);
      await noResidue(farm, [told, other]);
    },
  );
});

describe('a cancel', () => {
  it.concurrent.for([
    ['gives a composition', 'GET', /\/compositions\//],
    ['takes an output', 'PUT', /\/outputs\//],
  ] as const)('does not wait for a store that %s slowly', async ([, method, shape], { farm, server }) => {
    const transfer = standStill(server, shape, method);
    const worker = await farm.worker('one');
    const { id } = await farm.submit(await farm.upload(await tinyProject()), DRAFT);
    await transfer.stands();
    await farm.farm.renders.cancel(id, 'local');
    expect(await farm.ended(id)).toMatchObject({ status: 'cancelled', reason: 'stopped', output: null });
    transfer.refuse();
    const { id: next } = await farm.submit(await farm.upload(await tinyProject()), DRAFT);
    expect(await farm.ended(next)).toMatchObject({ status: 'completed' });
    await noResidue(farm, [worker]);
  });
});

/** A packed project that nobody has uploaded yet. */
async function packed(): Promise<{ readonly id: string; readonly archive: Buffer }> {
  const project = await tinyProject();
  const listing = await listProject(project);
  const file = join(scratchDirectory(), 'project.zip');
  await packProject(project, listing, file);
  return { id: listing.id, archive: await readFile(file) };
}

describe('a producer that is taking a composition', () => {
  it.concurrent('SIGTERM: the upload is finished and answered before the producer ends', async ({ farm, server }) => {
    const { id, archive } = await packed();
    const first = await startProducerProcess(farm);
    const upload = standStill(server, /\/compositions\//);
    const answer = first.post('/compositions', archive, PACKED_TYPE);
    await upload.stands();
    const ended = first.end();
    await until(
      async () => (await first.get('/readyz')).status === 503,
      () => 'the producer does not drain',
    );
    upload.go();
    expect((await answer).status).toBe(201);
    await ended;
    const next = await startProducerProcess(farm);
    expect((await next.get(`/compositions/${id}`)).status).toBe(200);
    const worker = await farm.worker('one');
    expect(await farm.ended(await next.submit(id, DRAFT))).toMatchObject({ status: 'completed' });
    await noResidue(farm, [worker]);
  });

  it.concurrent('killed, it leaves none that can be seen, and the upload can be repeated', async ({ farm, server }) => {
    const { id, archive } = await packed();
    const temporary = scratchDirectory();
    const first = await startProducerProcess(farm, { TMPDIR: temporary });
    const upload = standStill(server, /\/compositions\//);
    const answer = first.post('/compositions', archive, PACKED_TYPE).catch(() => null);
    await upload.stands();
    expect(readdirSync(temporary)).not.toEqual([]);
    await first.kill();
    await until(
      () => readdirSync(temporary).length === 0,
      () => `there still lie ${readdirSync(temporary)}`,
    );
    upload.refuse();
    expect(await answer).toBeNull();
    const next = await startProducerProcess(farm);
    expect((await next.get(`/compositions/${id}`)).status).toBe(404);
    expect((await next.post('/compositions', archive, PACKED_TYPE)).status).toBe(201);
  });
});
