import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { it } from '../support/farm/farm-test.js';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { exists } from '../support/machine/files.js';
import { until } from '../support/machine/processes.js';
import { makeClip, makeTone, times } from '../support/projects/clips.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { HOLD, HOLD_NAMED, unwrapped, type Work, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

cutIntoChunksOf(15);

const OPTIONS = { fps: 30, quality: 'draft' } as const;

/** A source video, a tone, 30 frames in two chunks. */
async function mixedProject(head = ''): Promise<string> {
  const project = await makeProject({
    'index.html': composition(
      `${head}<video id="film" src="film.mp4" data-start="0" data-duration="1" data-track-index="1" muted></video>
      <audio id="tone" src="tone.wav" data-start="0" data-duration="1" data-track-index="2"></audio>`,
      { width: 320, height: 180, duration: 1 },
    ),
  });
  await makeClip(join(project, 'film.mp4'), times(10, 'lime'));
  await makeTone(join(project, 'tone.wav'), 440, 1);
  return project;
}

/** A worker whose FFmpeg stands still at one kind of work; `held` resolves when it does. */
async function heldWorker(
  farm: TestFarm,
  work: Work,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly worker: TestWorker; held(): Promise<void> }> {
  const { path, notes } = await wrappedFfmpeg(work, HOLD);
  const worker = await farm.worker('held', { FRAMEFARM_FFMPEG_PATH: path, ...env });
  return { worker, held: () => exists(join(notes, 'held'), `FFmpeg does not ${work}`) };
}

/** Less than the half minute after which a warm browser goes by itself. */
const BEFORE_IT_COOLS_MS = 20_000;

/** Nothing of a render is left in the worker: no engine, no file but its lanes' empty directories and its cache. */
async function nothingRuns(worker: TestWorker): Promise<void> {
  await until(
    () => worker.engines().length === 0,
    () => `running: ${worker.engines().join('\n')}`,
    BEFORE_IT_COOLS_MS,
  );
  const [home = ''] = readdirSync(worker.scratch);
  const left = (): string[] => readdirSync(join(worker.scratch, home)).filter((name) => !/^(cache|lane-)/.test(name));
  await until(
    () => left().length === 0,
    () => `left: ${left().join(', ')}`,
  );
}

describe('a cancel', () => {
  // What encodes and what joins: faults-cancel.test.ts.
  const kinds = ['extract', 'encodeSound'] as const;
  /** One for all: each of them leaves it as it was. */
  let farm: TestFarm;
  let worker: TestWorker;
  let notes: string;
  beforeAll(async () => {
    farm = await startTestFarm();
    const wrapped = await wrappedFfmpeg(kinds, HOLD_NAMED);
    notes = wrapped.notes;
    worker = await farm.worker('one', { FRAMEFARM_FFMPEG_PATH: wrapped.path });
  });
  afterAll(() => farm.end());

  it.for(kinds)('while FFmpeg does %s leaves no process, file or job', async (work) => {
    await writeFile(join(notes, work), '');
    // What the ones before have captured is not taken for this one.
    const { id } = await farm.submit(await farm.upload(await mixedProject(`<p>${work}</p>`)), OPTIONS);
    await exists(join(notes, 'held'), `FFmpeg does not ${work}`);
    await farm.farm.renders.cancel(id, 'local');
    expect(await farm.ended(id)).toMatchObject({ status: 'cancelled', output: null });
    await nothingRuns(worker);
    await until(
      async () => (await farm.jobs()) === 0,
      () => 'jobs are left',
    );
    for (const mark of [work, 'held']) await rm(join(notes, mark));
  });

  it('while the page is opened leaves no process, file or job', async () => {
    const busy = '<script>for (let i = 0, x = 0; i < 2e10; i += 1) x += i;</script>';
    const { id } = await farm.submit(await farm.upload(await mixedProject(busy)), OPTIONS);
    await until(
      () => worker.engines().some((command) => command.includes('headless') || command.includes('chrom')),
      () => 'no browser runs',
    );
    await farm.farm.renders.cancel(id, 'local');
    expect(await farm.ended(id)).toMatchObject({ status: 'cancelled' });
    await nothingRuns(worker);
    await until(
      async () => (await farm.jobs()) === 0,
      () => 'jobs are left',
    );
  });
});

// They mostly wait for workers to start and end, so they wait together.
describe('a worker that gives a step back', () => {
  it.concurrent('told to stop, hands back what does not finish in time, and exits with 0', async ({ farm }) => {
    const { worker, held } = await heldWorker(farm, 'encode', { FRAMEFARM_DRAIN_SECONDS: '1' });
    const { id, epoch } = await farm.submit(await farm.upload(await mixedProject()), OPTIONS);
    await held();
    await farm.worker('other', await unwrapped());
    worker.kill('SIGTERM');
    expect(await worker.ended).toEqual({ exitCode: 0, signal: null });
    expect(readdirSync(worker.scratch)).toEqual([]);
    expect(await farm.ended(id)).toMatchObject({ status: 'completed' });
    const steps = await farm.farm.steps.list(id, epoch);
    expect(steps.some(({ failures }) => failures.returned === 1)).toBe(true);
    expect(steps.every(({ failures }) => failures.lost === undefined)).toBe(true);
  });

  it.concurrent('when its encoder fails, leaves it to another one', async ({ farm }) => {
    const gate = ': > "$NOTES/held"; while [ ! -e "$NOTES/go" ]; do sleep 0.02; done; exit 1';
    const { path, notes } = await wrappedFfmpeg('encode', gate);
    await farm.worker('broken', { FRAMEFARM_FFMPEG_PATH: path });
    const { id, epoch } = await farm.submit(await farm.upload(await mixedProject()), OPTIONS);
    await exists(join(notes, 'held'), 'nothing is encoded');
    await farm.worker('sound', await unwrapped());
    await writeFile(join(notes, 'go'), '');
    expect(await farm.ended(id)).toMatchObject({ status: 'completed', error: null });
    const [capture] = (await farm.farm.steps.list(id, epoch)).filter(({ step }) => step.kind === 'capture');
    expect(capture).toMatchObject({ failedOn: ['broken'], failures: { host: 1 }, worker: 'sound' });
    const chunks = await farm.farm.chunks.list(id);
    expect(chunks).not.toEqual([]);
    for (const chunk of chunks) expect(chunk.worker).toBe('sound');
  });
});
