import { join } from 'node:path';
import { renderComposition } from '@framefarm/render';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveRenderOptions } from '../../libs/contract/src/index.js';
import { makeClip, makeTone, times } from '../support/clips.js';
import { frameHashes, streams } from '../support/decode.js';
import { composition, makeProject, scratchDirectory } from '../support/project.js';
import { startTestFarm, type TestFarm } from '../support/workers.js';

/** A moving box over a source video, with a tone: 90 frames in two chunks. */
async function mixedProject(): Promise<string> {
  const project = await makeProject({
    'index.html': composition(
      `<style>#box{position:absolute;width:40px;height:40px;background:#f00;animation:go 3s linear both}
      @keyframes go{to{transform:translateX(260px)}}</style>
      <video id="film" src="film.mp4" data-start="0.5" data-duration="1" data-track-index="1" muted
        style="position:absolute;left:100px;top:40px;width:96px;height:64px"></video>
      <audio id="tone" src="tone.wav" data-start="0" data-duration="2" data-track-index="2"></audio>
      <div id="box" class="clip" data-start="0" data-duration="3" data-track-index="3"></div>`,
      { width: 320, height: 180, duration: 3 },
    ),
  });
  await makeClip(join(project, 'film.mp4'), [...times(10, 'red'), ...times(10, 'blue')]);
  await makeTone(join(project, 'tone.wav'), 440, 2);
  return project;
}

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.worker('one');
});
afterAll(() => farm.end());

describe('a worker', () => {
  it('renders what a local render gives: the same frames, the sound, the facts', async () => {
    const project = await mixedProject();
    const resolved = resolveRenderOptions({ fps: 30, quality: 'draft' });
    if (!resolved.ok) throw new Error('options');
    const outputPath = join(scratchDirectory(), 'local.mp4');
    const [local, record] = await Promise.all([
      renderComposition({ projectDir: project, options: resolved.options, outputPath }),
      farm
        .upload(project)
        .then((id) => farm.submit(id, { fps: 30, quality: 'draft' }))
        .then(({ id }) => farm.ended(id)),
    ]);
    expect(record).toMatchObject({ status: 'completed', reason: 'published', progress: 100, error: null });
    const file = await farm.output(record);
    expect(await frameHashes(file)).toEqual(await frameHashes(outputPath));
    const { audio, duration } = await streams(file);
    expect(audio?.codec_name).toBe('aac');
    expect(duration).toBeCloseTo(3, 1);
    expect(record.output).toMatchObject({
      frames: local.output?.frames,
      width: 320,
      height: 180,
      contentType: 'video/mp4',
    });
    expect(await farm.jobs()).toBe(0);
  });
});
