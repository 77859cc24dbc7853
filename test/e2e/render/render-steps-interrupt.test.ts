/** Steps that are cancelled, fail or find the wrong machine: nothing is left, and the place goes on. */
import { mkdirSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStepPlace, type PreparedStep, type StepPlace } from '@framefarm/render';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { familyOf, until } from '../../support/machine/processes.js';
import { makeClip, times } from '../../support/projects/clips.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, place as cellPlace, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';
import { captured, copyOf, extractAll, renderOptions, sent } from '../../support/renders/steps.js';

useBundledFfmpeg();

cutIntoChunksOf(30);

const FILM = scene(
  `${cell(0, 'red', 'class="moved"')}<style>.moved{animation:go 4s linear}@keyframes go{to{translate:120px 60px}}</style>
  <video id="clip" muted src="clip.mp4" data-start="0.2" style="${cellPlace(12)}"></video>`,
  { duration: 4 },
);

const engines = (): number[] =>
  familyOf(process.pid)
    .filter(({ command }) => /headless-shell|chrom|ffmpeg/.test(command))
    .map(({ pid }) => pid);
const browsers = (): number[] =>
  familyOf(process.pid)
    .filter(({ pid, group, command }) => pid === group && /headless-shell|chrom/.test(command))
    .map(({ pid }) => pid);
const noEngines = (): Promise<unknown> =>
  until(
    () => engines().length === 0,
    () => `running: ${engines().join(', ')}`,
  );

describe('steps', () => {
  const options = renderOptions();
  let place: StepPlace;
  let temporary: string;
  let projectDir: string;
  beforeEach(async () => {
    temporary = join(scratchDirectory(), 'tmp');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    projectDir = await makeProject({ 'index.html': FILM });
    await makeClip(join(projectDir, 'clip.mp4'), times(8, 'lime'));
    place = openStepPlace();
  });
  afterEach(async () => {
    await place.close();
    vi.unstubAllEnvs();
    await noEngines();
    expect(readdirSync(temporary).filter((name) => !name.startsWith('framefarm-test-'))).toEqual([]);
  });

  const prepare = async (): Promise<PreparedStep> => sent(await place.prepare({ projectDir, options }));
  const first = async (prepared: PreparedStep, chunks: readonly number[]) => {
    const videos = await extractAll(place, projectDir, options, prepared);
    return { projectDir, options, prepared, videos, chunks };
  };

  it('that are cancelled end their browser and encoder, keep what was handed over, and can be done again', async () => {
    const prepared = await prepare();
    const job = await first(prepared, [0, 1, 2]);
    const outDir = scratchDirectory();
    const cancel = new AbortController();
    const handed: string[] = [];
    const capturing = place.capture({
      ...job,
      outDir,
      signal: cancel.signal,
      onChunk: ({ path }) => {
        handed.push(path);
        cancel.abort();
      },
    });
    await expect(capturing).rejects.toMatchObject({ code: 'RENDER_CANCELLED' });
    await noEngines();
    expect(handed).toHaveLength(1);
    expect(readdirSync(outDir).map((name) => join(outDir, name))).toEqual(handed);
    const again = await captured(place, job);
    expect(again.resumed).toBe(false);
    expect(again.handed.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('end at their deadline, and while they wait for their turn', async () => {
    await expect(place.prepare({ projectDir, options, deadlineMs: 50 })).rejects.toMatchObject({
      code: 'RENDER_TIMEOUT',
    });
    await noEngines();
    const cancel = new AbortController();
    const running = place.prepare({ projectDir, options });
    const waiting = place.prepare({ projectDir, options, signal: cancel.signal });
    cancel.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'RENDER_CANCELLED' });
    await expect(running).resolves.toMatchObject({ version: 1 });
  });

  it('fail with what the receiver of a chunk fails with, and take the chunk back', async () => {
    const job = await first(await prepare(), [0]);
    const outDir = scratchDirectory();
    const onChunk = () => Promise.reject(new Error('the store is gone'));
    await expect(place.capture({ ...job, outDir, onChunk })).rejects.toMatchObject({ message: /the store is gone/ });
    expect(readdirSync(outDir)).toEqual([]);
  });

  it('go on in a new browser when the warm one has died, with the same bytes', async () => {
    const job = await first(await prepare(), [1]);
    const before = await captured(place, job);
    // Not waited for: nobody may have heard of its end when the next step begins.
    for (const pid of browsers()) process.kill(pid, 'SIGKILL');
    const after = await captured(place, { ...job, chunks: [2] });
    expect(after.resumed).toBe(false);
    const back = await captured(place, job);
    expect(back.resumed).toBe(false);
    expect(back.handed[0]?.sha256).toBe(before.handed[0]?.sha256);
  });

  it('go on in the browser that planned', async () => {
    // A page that gave no picture to compare with is planned for another way, and its browser is of no use then.
    let prepared = await prepare();
    for (let tries = 0; prepared.plan.capture.path !== 'surface' && tries < 3; tries += 1) prepared = await prepare();
    const before = browsers();
    await captured(place, await first(prepared, [0]));
    expect(browsers().filter((pid) => !before.includes(pid))).toEqual([]);
  });

  it('of another occupant never see its browsers', async () => {
    const job = await first(await prepare(), [0]);
    await captured(place, { ...job, occupant: projectDir });
    const before = browsers();
    expect(before.length).toBeGreaterThan(0);
    await place.prepare({ projectDir: copyOf(projectDir), options });
    expect(browsers().filter((pid) => before.includes(pid))).toEqual([]);
    await place.cool();
    expect(engines()).toEqual([]);
  });

  it('refuse a machine or a project that is not that of the plan', async () => {
    const prepared = await prepare();
    const job = await first(prepared, [0]);
    const mismatch = { code: 'CHUNK_ENVIRONMENT_MISMATCH' };
    const with_ = (changes: Partial<PreparedStep['plan']['environment']>): PreparedStep => {
      const environment = { ...prepared.plan.environment, ...changes };
      return { ...prepared, plan: { ...prepared.plan, environment, id: JSON.stringify(changes) } };
    };
    for (const changes of [{ ffmpeg: '0' }, { browser: '0' }, { framefarm: '0' }]) {
      await expect(captured(place, { ...job, prepared: with_(changes) })).rejects.toMatchObject(mismatch);
    }
    const other = { ...job, prepared: with_({ ffmpeg: '0' }), outDir: join(scratchDirectory(), 'pictures') };
    await expect(place.extract({ ...other, video: 0 })).rejects.toMatchObject(mismatch);
    const changed = copyOf(projectDir);
    await writeFile(join(changed, 'index.html'), FILM.replace('red', 'blue'));
    await expect(captured(place, { ...job, projectDir: changed })).rejects.toMatchObject(mismatch);
  });
});
