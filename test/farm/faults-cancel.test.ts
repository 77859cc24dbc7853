/** A cancel in each phase, over all workers of the farm: nothing of the render is left anywhere (farm-practice 5, 11). */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderRecord } from '@framefarm/farm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOX_CHUNK_FRAMES, boxProject, DRAFT, DRAFT_WEBM, finals } from '../support/farm/disturbed-renders.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { exists } from '../support/machine/files.js';
import { until } from '../support/machine/processes.js';
import { makeClip, makeTone, times } from '../support/projects/clips.js';
import { composition, makeProject, openDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { gateOf, wrappedBrowser } from '../support/renders/wrapped-browser.js';
import { wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

/** Longer than the promise of two seconds by what a busy machine may need to look. */
const PROMPTLY_MS = 6_000;

/** Waits for ever while a file bears the name of the work, after leaving a file `held-` with that name; what joins is deaf to SIGTERM. */
const HELD_WHILE_MARKED = `if [ -e "$NOTES/$WORK" ]; then
  [ $WORK != join ] || trap '' TERM
  : > "$NOTES/held-$WORK"; while :; do sleep 0.5; done
fi; exec "$REAL" "$@"`;

/** A source video and a tone. */
async function mixedProject(): Promise<string> {
  const project = await makeProject({
    'index.html': composition(
      `<video id="film" src="film.mp4" data-start="0" data-duration="1" data-track-index="1" muted></video>
      <audio id="tone" src="tone.wav" data-start="0" data-duration="1" data-track-index="2"></audio>`,
    ),
  });
  await makeClip(join(project, 'film.mp4'), times(10, 'lime'));
  await makeTone(join(project, 'tone.wav'), 440, 1);
  return project;
}

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
});
afterAll(() => farm.end());

async function ended(id: string): Promise<RenderRecord> {
  const record = await farm.ended(id);
  expect(record).toMatchObject({ status: 'cancelled', output: null });
  expect(await finals(farm, id)).toEqual(['cancelled']);
  return record;
}

it('in each phase leaves no process, file, key or queue entry on any worker', async () => {
  const notes = openDirectory();
  const browser = await wrappedBrowser(gateOf(notes));
  const { path, notes: marks } = await wrappedFfmpeg(
    ['extract', 'encodeSound', 'encodeSecond', 'join'],
    HELD_WHILE_MARKED,
  );
  const env = { FRAMEFARM_BROWSER_PATH: browser, FRAMEFARM_FFMPEG_PATH: path };
  const workers: TestWorker[] = [await farm.worker('one', env), await farm.worker('two', env)];
  await farm.farm.line.setLimit(1);
  await writeFile(join(notes, 'shut'), '');
  const compositionId = await farm.upload(await boxProject());

  const { id: preparing } = await farm.submit(compositionId, DRAFT);
  const { id: queued } = await farm.submit(compositionId, DRAFT);
  await farm.farm.renders.cancel(queued, 'local');
  expect(await ended(queued)).toMatchObject({ reason: 'cancelled_before_start', startedAt: null });
  await exists(join(notes, 'held'), 'no browser is started');
  await farm.farm.renders.cancel(preparing, 'local');
  await noResidue(farm, workers, { cold: true, withinMs: PROMPTLY_MS });
  await ended(preparing);

  await rm(join(notes, 'shut'));
  const busy = '<script>for (let i = 0, x = 0; i < 2e10; i += 1) x += i;</script>';
  const { id: opening } = await farm.submit(
    await farm.upload(await makeProject({ 'index.html': composition(busy) })),
    DRAFT,
  );
  await until(
    () => workers.some(({ engines }) => engines().some((command) => command.includes('--type=renderer'))),
    () => 'no page is opened',
  );
  await farm.farm.renders.cancel(opening, 'local');
  await noResidue(farm, workers, { cold: true });
  await ended(opening);

  // A worker does both beside each other.
  for (const work of ['extract', 'encodeSound']) await writeFile(join(marks, work), '');
  const { id: collecting } = await farm.submit(await farm.upload(await mixedProject()), DRAFT);
  for (const work of ['extract', 'encodeSound']) await exists(join(marks, `held-${work}`), `FFmpeg does not ${work}`);
  await farm.farm.renders.cancel(collecting, 'local');
  await noResidue(farm, workers, { cold: true });
  await ended(collecting);

  await writeFile(join(marks, 'encodeSecond'), '');
  const { id: rendering } = await farm.submit(compositionId, DRAFT);
  await exists(join(marks, 'held-encodeSecond'), 'the second chunk is not encoded');
  await until(
    async () => (await farm.farm.renders.get(rendering))?.framesRendered,
    () => 'no frame is captured',
  );
  await farm.farm.renders.cancel(rendering, 'local');
  await noResidue(farm, workers, { cold: true, withinMs: PROMPTLY_MS });
  await ended(rendering);

  await rm(join(marks, 'encodeSecond'));
  await writeFile(join(marks, 'join'), '');
  const { id: assembling } = await farm.submit(compositionId, DRAFT_WEBM);
  await exists(join(marks, 'held-join'), 'nothing is joined');
  await farm.farm.renders.cancel(assembling, 'local');
  await ended(assembling);
  await noResidue(farm, workers, { cold: true });
});
