/** Pages that stand still, take all memory or lose their process, chunks that kill their lane: bounded tries, a clear end, and a farm that goes on (farm-practice 4, security 8). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BOX_CHUNK_FRAMES, boxProject, DRAFT, finals } from '../support/farm/disturbed-renders.js';
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

/** As `WAIT`; kills its lane while a file named `deadly` is there. */
const DEADLY = `[ ! -e "$NOTES/deadly" ] || kill -KILL $PPID; ${WAIT}`;

it.concurrent('a page that loses its process on the surface twice is captured without one from its first frame on, and no chunk of the surface stays; a chunk that kills its lane each time fails its render with reason and log, and frees the permit', async ({
  farm,
}) => {
  const { path, notes } = await wrappedFfmpeg('encodeSecond', DEADLY);
  const worker = await farm.worker('one', { FRAMEFARM_FFMPEG_PATH: path });
  const compositionId = await farm.upload(await boxProject());
  const { id } = await farm.submit(compositionId, DRAFT);
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

  await writeFile(join(notes, 'deadly'), '');
  await farm.farm.line.setLimit(1);
  // At another rate, so that no chunk of it is known.
  const { id: deadly, epoch } = await farm.submit(compositionId, { ...DRAFT, fps: 24 });
  const { id: next } = await farm.submit(compositionId, { ...DRAFT, fps: 1 });
  expect(await farm.ended(deadly)).toMatchObject({
    status: 'failed',
    output: null,
    error: { code: 'BROWSER_CRASHED', stage: 'capture', message: expect.stringContaining('SIGKILL') },
  });
  const capture = (await farm.farm.steps.list(deadly, epoch)).find(({ step }) => step.kind === 'capture');
  expect(capture).toMatchObject({ attempt: 3, failures: { host: 3 } });
  const [log] = await farm.farm.steps.logs(deadly, capture?.id ?? '');
  expect(log?.lines.filter((line) => line.startsWith('BROWSER_CRASHED'))).toHaveLength(3);
  expect(await farm.ended(next)).toMatchObject({ status: 'completed' });
  expect(await finals(farm, deadly)).toEqual(['failed']);
  await noResidue(farm, [worker]);
});
