/** Machines that are not as they should be: a full disk, a wrong clock, a service manager that ends all processes, a store that forgot. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORE_KEYS } from '@framefarm/farm';
import { describe, expect } from 'vitest';
import {
  BOX_CHUNK_FRAMES,
  boxProject,
  DRAFT,
  finals,
  resultOf,
  undisturbed,
} from '../support/farm/disturbed-renders.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { it } from '../support/farm/farm-test.js';
import { exists } from '../support/machine/files.js';
import { freePort } from '../support/machine/free-port.js';
import { familyOf, until } from '../support/machine/processes.js';
import { fillDisk, mountSmall } from '../support/machine/tmpfs.js';
import { scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { HOLD_NAMED, unwrapped, WAIT, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

// They mostly wait for workers to start and end, so they wait together.
describe('hosts', () => {
  it.concurrent('workers whose clocks are hours ahead and behind render as if they were right', async ({ farm }) => {
    const clock = join(scratchDirectory(), 'clock.mjs');
    await writeFile(
      clock,
      `const shift = Number(process.env.SHIFT_HOURS) * 3_600_000, Right = Date;
      globalThis.Date = class extends Right {
        constructor(...given) { given.length === 0 ? super(Right.now() + shift) : super(...given); }
        static now() { return Right.now() + shift; }
      };`,
    );
    const wrong = (SHIFT_HOURS: string) => ({ NODE_OPTIONS: `--import ${clock}`, SHIFT_HOURS });
    const workers = [await farm.worker('ahead', wrong('3')), await farm.worker('behind', wrong('-3'))];
    const { id, epoch } = await farm.submit(await farm.upload(await boxProject()), DRAFT);
    const record = await farm.ended(id);
    expect(await resultOf(farm, record)).toEqual(await undisturbed());
    const steps = await farm.farm.steps.list(id, epoch);
    expect(steps.map(({ id: step }) => step)).toContain('assemble');
    for (const { failures, attempt } of steps) expect({ failures, attempt }).toEqual({ failures: {}, attempt: 1 });
    const kept = Date.parse(record.output?.expiresAt ?? '') - Date.parse(record.finishedAt ?? '');
    expect(Math.abs(kept - record.retentionSeconds * 1000)).toBeLessThan(60_000);
    await noResidue(farm, workers);
  });

  it.concurrent('lanes that a service manager ends are a fault of the host; a store that is away keeps workers from taking steps, which would fail one render after the other, and what is due goes on once it is back', async ({
    farm,
  }) => {
    const { path, notes } = await wrappedFfmpeg('encode', WAIT);
    const worker = await farm.worker('one', { FRAMEFARM_FFMPEG_PATH: path });
    const { id, epoch } = await farm.submit(await farm.upload(await boxProject()), DRAFT);
    await exists(join(notes, 'first'), 'nothing is encoded');
    const lanes = familyOf(worker.pid).filter(({ command }) => command.includes('lane/main.js'));
    expect(lanes.length).toBeGreaterThan(0);
    for (const { pid } of lanes) process.kill(pid, 'SIGTERM');
    await exists(join(notes, 'again'), 'nothing is encoded again');

    const aside = `${farm.store.location}.aside`;
    await rename(farm.store.location, aside);
    await writeFile(join(notes, 'on'), '');
    const blocked = async (): Promise<string | null | undefined> => (await farm.farm.workers.list())[0]?.blocked;
    const transient = async (): Promise<number> =>
      (await farm.farm.steps.list(id, epoch)).reduce((sum, { failures }) => sum + (failures.transient ?? 0), 0);
    // The worker may see that the store is away before its step does.
    await until(
      async () => (await blocked())?.includes('the store cannot be used') && (await transient()) > 0,
      () => 'the worker goes on without a store',
    );
    await rename(aside, farm.store.location);
    expect(await resultOf(farm, await farm.ended(id))).toEqual(await undisturbed());
    const steps = await farm.farm.steps.list(id, epoch);
    expect(await transient()).toBe(1);
    const capture = steps.find(({ step }) => step.kind === 'capture');
    expect(capture).toMatchObject({ failures: { host: 1, transient: 1 }, state: 'committed' });
    expect(JSON.stringify([steps, await farm.farm.steps.logs(id)])).not.toContain(farm.store.location);
    expect(await blocked()).toBeNull();
    await noResidue(farm, [worker]);
  });
});

// And this for deadlines.
describe('deadlines', () => {
  it.concurrent('a worker whose disk fills up leaves its step to another one, and takes steps again once there is room; a render whose plan is gone from the store ends when its time is up', async ({
    farm,
    skip,
  }) => {
    const disk = mountSmall(640 * 1024 * 1024) ?? skip('a file system can only be mounted by root');
    const { path, notes } = await wrappedFfmpeg('encode', WAIT);
    const health = await freePort();
    const env = { FRAMEFARM_FFMPEG_PATH: path, FRAMEFARM_SCRATCH_DIR: disk, WORKER_HEALTH_PORT: `${health}` };
    const full = await farm.worker('full', env);
    const isReady = () => fetch(`http://127.0.0.1:${health}/readyz`).then(({ status }) => status === 200);
    const compositionId = await farm.upload(await boxProject());
    const { id, epoch } = await farm.submit(compositionId, DRAFT);
    await exists(join(notes, 'first'), 'nothing is encoded');
    const ballast = join(disk, 'ballast');
    fillDisk(ballast);
    const held = await wrappedFfmpeg('encode', HOLD_NAMED);
    const roomy = await farm.worker('roomy', { FRAMEFARM_FFMPEG_PATH: held.path });
    await writeFile(join(notes, 'go'), '');
    await writeFile(join(notes, 'on'), '');
    const record = await farm.ended(id);
    expect(await resultOf(farm, record)).toEqual(await undisturbed());
    const capture = (await farm.farm.steps.list(id, epoch)).find(({ step }) => step.kind === 'capture');
    expect(capture).toMatchObject({ failedOn: ['full'], failures: { host: 1 }, worker: 'roomy' });

    const blocked = async (): Promise<string | null | undefined> =>
      (await farm.farm.workers.list()).find(({ name }) => name === 'full')?.blocked;
    await until(
      async () => (await blocked())?.includes('MB'),
      () => 'the full disk is not told',
    );
    await until(
      async () => !(await isReady()),
      () => 'the worker says that it is ready',
    );
    await rm(ballast);
    await until(
      async () => (await blocked()) === null,
      () => 'the room is not seen',
    );
    await until(isReady, () => 'the worker is not ready again');
    await noResidue(farm, [roomy]);

    // A plan that is gone, with the worker that knew it: the render ends at its limit, and frees its permit.
    full.kill('SIGTERM');
    await full.ended;
    await writeFile(join(held.notes, 'encode'), '');
    // At another rate, so that no chunk of it is known.
    const { id: planless } = await farm.submit(compositionId, { ...DRAFT, fps: 24 }, { timeoutSeconds: 12 });
    await exists(join(held.notes, 'held'), 'nothing is encoded');
    roomy.kill('SIGKILL');
    await roomy.ended;
    expect(await farm.store.removeAll(STORE_KEYS.render(planless))).toBeGreaterThan(0);
    const other = await farm.worker('other', await unwrapped());
    expect(await farm.ended(planless)).toMatchObject({ status: 'failed', error: { code: 'RENDER_TIMEOUT' } });
    expect(await finals(farm, planless)).toEqual(['failed']);
    await noResidue(farm, [roomy, other], { cold: true });
  });
});
