/** Pages that stand still or take all memory, on two real workers: bounded tries, a clear end, and a farm that goes on (farm-practice 4, security 8). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BOX_CHUNK_FRAMES, boxProject, DRAFT } from '../support/farm/disturbed-renders.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { it } from '../support/farm/farm-test.js';
import { exists } from '../support/machine/files.js';
import { familyOf, until } from '../support/machine/processes.js';
import { composition, makeProject } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { wrappedBrowser } from '../support/renders/wrapped-browser.js';
import { WAIT, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

const OPTIONS = { fps: 10, quality: 'draft' } as const;
const onFrame = (code: string): string =>
  `<script>addEventListener('hf-seek', ({ detail: { time } }) => { if (time > 0.35) { ${code} } });</script>`;
/** In large pieces: a slow collector must not reach the deadline of the frame before the memory is full. */
const BOMB = 'const all = []; for (;;) all.push(new Array(500_000).fill(Math.random()));';

// They mostly wait for deadlines and for browsers to start, so they wait together.
it.concurrent('a page with an endless loop is tried twice, one that takes all memory three times; no host is blamed and the next render is as ever', async ({
  farm,
}) => {
  const env = {
    FRAMEFARM_BROWSER_PATH: await wrappedBrowser(':', ['--js-flags=--max-old-space-size=48']),
    FRAMEFARM_FRAME_DEADLINE_MS: '2000',
  };
  const workers = await Promise.all([farm.worker('one', env), farm.worker('two', env)]);
  await farm.farm.line.setLimit(3);
  const submit = async (body: string) => {
    const project = await makeProject({ 'index.html': composition(`<p>text</p>${body}`) });
    return (await farm.submit(await farm.upload(project), OPTIONS)).id;
  };
  const loop = await submit(onFrame('for (;;);'));
  const bomb = await submit(onFrame(BOMB));
  const captureOf = async (id: string) =>
    (await farm.farm.steps.list(id, 1)).find(({ step }) => step.kind === 'capture');

  const still = await farm.ended(loop);
  expect(still).toMatchObject({
    status: 'failed',
    reason: 'drained',
    error: { code: 'CAPTURE_STALLED', stage: 'capture' },
  });
  expect(still.error?.message).toMatch(
    /no result after 2 s .*frame [4-9].*it was tried 2 times, on (one, two|two, one)/,
  );
  expect(still.error?.hint).toContain('endless loop');
  expect(await captureOf(loop)).toMatchObject({ attempt: 2, failures: { stuck: 2 } });

  const full = await farm.ended(bomb);
  expect(full).toMatchObject({ status: 'failed', error: { code: 'BROWSER_CRASHED', stage: 'capture' } });
  const crashed = await captureOf(bomb);
  expect(crashed).toMatchObject({ attempt: 3, failures: { host: 3 } });
  expect(new Set(crashed?.failedOn)).toEqual(new Set(['one', 'two']));
  const logs = await farm.farm.steps.logs(bomb, crashed?.id ?? '');
  expect(logs.flatMap(({ lines }) => lines).filter((line) => line.startsWith('BROWSER_CRASHED'))).toHaveLength(3);

  await noResidue(farm, workers, { cold: true });
  const next = await farm.ended(await submit(''));
  expect(next, next.error?.message).toMatchObject({ status: 'completed', output: { frames: 10 } });
  await until(
    async () => (await farm.farm.workers.list()).every(({ work, blocked }) => work.length === 0 && blocked === null),
    () => 'a worker is busy or blocked',
  );
});

it.concurrent('a page that loses its process on the surface twice is captured without one from its first frame on, and no chunk of the surface stays', async ({
  farm,
}) => {
  const { path, notes } = await wrappedFfmpeg('encodeSecond', WAIT);
  const worker = await farm.worker('one', { FRAMEFARM_FFMPEG_PATH: path });
  const { id } = await farm.submit(await farm.upload(await boxProject()), DRAFT);
  // Each time in the second chunk: the lane waits for its encoder after 8 of 15 frames, and the first chunk is done.
  for (const [note, gate] of [
    ['first', 'go'],
    ['again', 'on'],
  ] as const) {
    await exists(join(notes, note), 'the second chunk is not encoded');
    for (const { pid, command } of familyOf(worker.pid)) {
      if (command.includes('--type=renderer')) process.kill(pid, 'SIGKILL');
    }
    await writeFile(join(notes, gate), '');
  }
  const record = await farm.ended(id);
  expect(record, record.error?.message).toMatchObject({
    status: 'completed',
    epoch: 2,
    refuted: { obstacle: expect.stringContaining('the process that draws the page ended') },
    perf: { capture: { path: 'beginframe', reason: expect.stringContaining('no drawing surface') } },
    chunkCounts: { total: 4, committed: 4, reused: 0 },
  });
  const before = (await farm.farm.steps.list(id, 1)).find(({ step }) => step.kind === 'capture');
  expect(before).toMatchObject({ attempt: 2, failures: { host: 2 } });
  await noResidue(farm, [worker]);
});
