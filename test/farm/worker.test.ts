import { readdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { applyFarmRetention, STORE_KEYS } from '@framefarm/farm';
import { renderComposition } from '@framefarm/render';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveRenderOptions } from '../../libs/contract/src/index.js';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { freePort } from '../support/machine/free-port.js';
import { until } from '../support/machine/processes.js';
import { frameHashes, streams } from '../support/output/decode.js';
import { H264_BT709, makeClip, makeTone, times } from '../support/projects/clips.js';
import { composition, makeProject, scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { wrappedBrowser } from '../support/renders/wrapped-browser.js';

useBundledFfmpeg();
cutIntoChunksOf(15);

const OPTIONS = { fps: 30, quality: 'draft' } as const;

const moving = (seconds: number): string =>
  composition(
    `<style>#box{position:absolute;width:40px;height:40px;background:#f00;animation:go ${seconds}s linear both}
    @keyframes go{to{transform:translateX(260px)}}</style>
    <div id="box" class="clip" data-start="0" data-duration="${seconds}" data-track-index="3"></div>`,
    { width: 320, height: 180, duration: seconds },
  );

/** A moving box over a source video, with a tone: 30 frames in two chunks. */
async function mixedProject(): Promise<string> {
  const project = await makeProject({
    'index.html': moving(1).replace(
      '<div id="box"',
      `<video id="film" src="film.mp4" data-start="0.2" data-duration="0.6" data-track-index="1" muted
        style="position:absolute;left:100px;top:40px;width:96px;height:64px"></video>
      <audio id="tone" src="tone.wav" data-start="0" data-duration="0.5" data-track-index="2"></audio><div id="box"`,
    ),
  });
  await makeClip(join(project, 'film.mp4'), [...times(10, 'lime'), ...times(10, 'blue')], { codec: H264_BT709 });
  await makeTone(join(project, 'tone.wav'), 440, 0.5);
  return project;
}

let farm: TestFarm;
/** Where the second worker was told to keep what it fetched. */
const kept = scratchDirectory();
let second: TestWorker;
let health: string;
beforeAll(async () => {
  farm = await startTestFarm();
  // The browsers of root run as another user.
  await chmod(kept, 0o711);
  const port = String(await freePort());
  health = `http://127.0.0.1:${port}`;
  [, second] = await Promise.all([
    farm.worker('one'),
    farm.worker('two', { FRAMEFARM_CACHE_DIR: kept, WORKER_HEALTH_PORT: port }),
  ]);
});
afterAll(() => farm.end());

describe('workers', () => {
  it('do not start with a directory, a Redis or a browser that cannot be used, and name its variable', async () => {
    const browser = await wrappedBrowser('exit 127');
    await Promise.all([
      expect(farm.worker('unfit', { FRAMEFARM_CACHE_DIR: '/proc/cache' })).rejects.toThrow(
        'FRAMEFARM_CACHE_DIR "/proc/cache": no directory can be made there (ENOENT)',
      ),
      expect(farm.worker('blind', { FRAMEFARM_BROWSER_PATH: browser })).rejects.toThrow(
        `FRAMEFARM_BROWSER_PATH "${browser}": the browser`,
      ),
      expect(farm.worker('alone', { REDIS_URL: '/proc/redis.sock' })).rejects.toThrow('REDIS_URL "/proc/redis.sock": '),
    ]);
  });

  it('render what a local render gives: the same frames, the sound, the facts', async () => {
    const project = await mixedProject();
    const resolved = resolveRenderOptions(OPTIONS);
    if (!resolved.ok) throw new Error('options');
    const outputPath = join(scratchDirectory(), 'local.mp4');
    const local = await renderComposition({ projectDir: project, options: resolved.options, outputPath });
    const { id } = await farm.submit(await farm.upload(project), OPTIONS);
    const record = await farm.ended(id);
    expect(record).toMatchObject({ status: 'completed', reason: 'published', progress: 100, error: null });
    const file = await farm.output(record);
    expect(await frameHashes(file)).toEqual(await frameHashes(outputPath));
    const { audio, duration } = await streams(file);
    expect(audio?.codec_name).toBe('aac');
    expect(duration).toBeCloseTo(1, 1);
    expect(record.output).toMatchObject({
      frames: local.output?.frames,
      width: 320,
      height: 180,
      contentType: 'video/mp4',
    });
    expect(record.perf).toMatchObject({ videoCount: 1, audioCount: 1 });
    // A browser with its encoder takes far more than this; a sum over other programs of the machine would take gigabytes.
    expect(record.perf?.peakRssMb).toBeGreaterThan(60);
    expect(record.perf?.peakRssMb).toBeLessThan(4_000);
    // A worker hands its job back after the render has ended.
    await until(
      async () => (await farm.jobs()) === 0,
      () => 'a job is left in the queues',
    );
  });

  it('share the chunks of a render, and capture none of them again for the same composition', async () => {
    const compositionId = await farm.upload(await makeProject({ 'index.html': moving(2) }));
    const first = await farm.ended((await farm.submit(compositionId, OPTIONS)).id);
    expect(first).toMatchObject({ status: 'completed', chunkCounts: { total: 4, committed: 4, reused: 0 } });
    const rows = await farm.farm.chunks.list(first.id);
    expect(new Set(rows.map(({ worker }) => worker))).toEqual(new Set(['one', 'two']));
    const [place] = readdirSync(kept);
    expect(readdirSync(join(kept, `${place}`, 'cache'))).not.toEqual([]);

    const again = await farm.ended((await farm.submit(compositionId, OPTIONS)).id);
    expect(again).toMatchObject({ status: 'completed', chunkCounts: { total: 4, committed: 4, reused: 4 } });
    const steps = await farm.farm.steps.list(again.id, again.epoch);
    expect(steps.map(({ id }) => id).sort()).toEqual(['assemble', 'prepare']);
    expect(await frameHashes(await farm.output(again))).toEqual(await frameHashes(await farm.output(first)));
  });

  it('give a png-sequence as one zip, under as long a name as a file may have before an extension is added, and remove its files before its record when its time is over', async () => {
    const compositionId = await farm.upload(await makeProject({ 'index.html': moving(2) }));
    const named = { outputName: `stills/${'é'.repeat(127)}` };
    const { id } = await farm.submit(compositionId, { fps: 5, format: 'png-sequence' }, named);
    const { error, output } = await farm.ended(id);
    expect(error).toBeNull();
    expect(output).toMatchObject({ contentType: 'application/zip', frames: 10 });
    expect(output?.fileName).toMatch(/^é+\.zip$/);
    expect(output?.files).toContain('frame_000001.png');
    expect(output?.files).toHaveLength(10);

    await applyFarmRetention(farm.farm, farm.store);
    expect(await farm.store.head(output?.storeKey ?? '')).not.toBeNull();
    await farm.farm.retention.deleteSoon(id);
    await applyFarmRetention(farm.farm, farm.store);
    expect(await farm.farm.renders.get(id)).toBeNull();
    for (const prefix of [STORE_KEYS.render(id), STORE_KEYS.outputs(id)]) {
      expect(await farm.store.removeAll(prefix)).toBe(0);
    }
  });

  it('tell health, readiness and figures on a listener of their own, and drain when the farm asks them to', async () => {
    const ask = (path: string): Promise<Response> => fetch(`${health}${path}`);
    expect((await ask('/healthz')).status).toBe(200);
    await until(
      async () => (await ask('/readyz')).status === 200,
      () => 'the worker is not ready',
    );
    expect(await (await ask('/metrics')).text()).toContain('framefarm_worker_slots 1');
    expect((await ask('/elsewhere')).status).toBe(404);

    const known = (await farm.farm.workers.list()).find(({ name }) => name === 'two');
    expect(known).toMatchObject({ slots: 1, draining: false, blocked: null, pid: second.pid });
    expect(await farm.farm.workers.drain(known?.id ?? '')).toBe(true);
    expect(await second.ended).toEqual({ exitCode: 0, signal: null });
    expect((await farm.farm.workers.list()).map(({ name }) => name)).toEqual(['one']);
  });
});
