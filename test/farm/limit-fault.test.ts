/** The limit and the order of renders over several worker processes, one of which is killed (issue 4, Limiter and order). */
import { expect } from 'vitest';
import { BOX_CHUNK_FRAMES, DRAFT, finals } from '../support/farm/disturbed-renders.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { it } from '../support/farm/farm-test.js';
import { watchLimit } from '../support/farm/limit-watch.js';
import { until } from '../support/machine/processes.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

it('no more than two of five renders run at any instant on three workers, first come first served, also while one worker is killed', async ({
  farm,
}) => {
  await farm.farm.line.setLimit(2);
  const workers = await Promise.all(['one', 'two', 'three'].map((name) => farm.worker(name)));
  const compositionId = await farm.upload(
    await makeProject({ 'index.html': composition('<p>text</p>', { duration: 0.2 }) }),
  );
  const stop = watchLimit(farm);
  const ids: string[] = [];
  // Each has options of its own, so that none finds its chunks known.
  for (let fps = 11; fps <= 15; fps += 1) ids.push((await farm.submit(compositionId, { ...DRAFT, fps })).id);

  const held = await until(
    async () => {
      const looks = await Promise.all(ids.slice(2).map((id) => farm.farm.view(id).look()));
      const names = looks
        .flatMap((one) => one?.steps.filter(({ id }) => one.live.has(id)) ?? [])
        .map(({ worker }) => worker);
      return workers.find(({ name }) => names.includes(name));
    },
    () => 'no worker has a step of the third render or a later one',
  );
  held.kill('SIGKILL');
  await held.ended;

  const records = [];
  for (const id of ids) records.push(await farm.ended(id));
  const seen = await stop();
  expect(records.map(({ status, error }) => error?.message ?? status)).toEqual(ids.map(() => 'completed'));
  const starts = records.map(({ startedAt }) => Date.parse(startedAt ?? ''));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  // Each after the first two took the permit of one that had ended.
  for (const [at, start] of starts.entries()) {
    const ended = records.filter(({ finishedAt }) => Date.parse(finishedAt ?? '') <= start).length;
    expect(ended).toBeGreaterThanOrEqual(at - 1);
  }
  expect(seen).toMatchObject({ mostActive: 2, mostRunning: 2, uneven: 0 });
  for (const id of ids) expect(await finals(farm, id)).toEqual(['completed']);
  await noResidue(farm, workers);
});
