/**
 * What the chunks of a farm find out about their plan: that its surface does not show all (docs/decisions/surface-capture.md), or that they have
 * to be captured in order (docs/decisions/where-chunks-meet.md). The render is planned anew.
 */
import { join } from 'node:path';
import { type RenderRecord, STORE_KEYS } from '@framefarm/farm';
import { type PreparedStep, renderComposition } from '@framefarm/render';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noResidue } from '../support/farm/farm-residue.js';
import { batchSubmission } from '../support/farm/farm-submissions.js';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { until } from '../support/machine/processes.js';
import { decode, frameHashes } from '../support/output/decode.js';
import { makeProject, scratchDirectory } from '../support/projects/project.js';
import { colourName, middle, place, scene } from '../support/projects/scene.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { renderOptions } from '../support/renders/steps.js';

useBundledFfmpeg();

cutIntoChunksOf(24);

/**
 * Frames 27 to 40 of 48 show an object, unless the page has shown its last frame before: then it was proved and is looked through,
 * and finds nothing.
 */
const PAGE = scene(
  `<style>b { ${place(1)}; background: magenta }</style><b></b>
  <script>
    let latest = 0;
    let object = null;
    addEventListener('hf-seek', ({ detail: { time } }) => {
      latest = Math.max(latest, time);
      const { held } = window.__hyperframes.getVariables();
      const now = held && latest < 1.49 && time > 0.88 && time < 1.35;
      if (now && object === null) {
        object = document.createElement('object');
        object.style.cssText = '${place(1)};background:lime';
        document.body.append(object);
      }
      if (!now && object !== null) {
        object.remove();
        object = null;
      }
    });
  </script>`,
  { duration: 1.6 },
);

let farm: TestFarm;
let worker: TestWorker;
beforeAll(async () => {
  farm = await startTestFarm();
  // Two places: the chunks of a render are captured beside each other.
  worker = await farm.worker('one', { WORKER_SLOTS: '2' });
});
afterAll(() => farm.end());

it('a row of which a chunk meets an obstacle is captured anew without a surface, and the others are rendered as ever', async () => {
  const projectDir = await makeProject({ 'index.html': PAGE });
  const submitted = await farm.farm.batches.submit(
    batchSubmission(2, {
      compositionId: await farm.upload(projectDir),
      options: { fps: 30, quality: 'draft' },
      rows: [{ held: true }, { held: false }],
      timeoutSeconds: 120,
    }),
  );
  if (submitted.outcome !== 'created') throw new Error(submitted.outcome);
  const { id } = submitted.record;
  const batch = await until(
    async () => {
      const now = await farm.farm.batches.get(id);
      return now?.status !== 'running' && now;
    },
    () => 'the batch has not ended',
    60_000,
  );
  expect(batch).toMatchObject({ status: 'completed', counts: { completed: 2 } });
  const rows = await farm.farm.batches.rows(id);
  const [refuted, plain] = await Promise.all(rows.map(({ renderId }) => farm.ended(renderId ?? '')));
  if (refuted === undefined || plain === undefined) throw new Error('rows are missing');

  const message = expect.stringMatching(
    /^the drawing surface does not show all of frame 27: .*holds <object>; the render begins again$/,
  );
  expect(refuted).toMatchObject({
    status: 'completed',
    outcome: 'completed',
    epoch: 2,
    replans: 0,
    refuted: { frame: 27, obstacle: expect.stringMatching(/holds <object>/) },
    perf: { capture: { path: 'beginframe', reason: expect.stringMatching(/no drawing surface: .*holds <object>/) } },
    chunkCounts: { total: 2, committed: 2, reused: 0, failed: 0 },
    framesRendered: 48,
    progress: 100,
    error: null,
  });
  expect((await planOf(refuted)).notices).toEqual([{ code: 'surface_refuted', message }]);
  const { events } = await farm.farm.events.read(refuted.id, null, 1000);
  const states = events.flatMap(({ event }) => (event.type === 'state' ? [event] : []));
  expect(states.map(({ reason }) => reason)).toEqual([
    'admitted',
    'planned',
    'surface_refuted',
    'planned',
    'all_chunks_committed',
  ]);
  expect(states.map((event) => event.refuted ?? null)).toEqual([null, null, refuted.refuted, null, null]);
  expect(plain).toMatchObject({ status: 'completed', epoch: 1, refuted: null });

  const outputPath = join(scratchDirectory(), 'local.mp4');
  const local = await renderComposition({
    projectDir,
    options: renderOptions({ quality: 'draft', variables: { held: true } }),
    outputPath,
  });
  expect(local.notices).toEqual([{ code: 'surface_refuted', message }]);
  const file = await farm.output(refuted);
  expect(await frameHashes(file)).toEqual(await frameHashes(outputPath));
  const frames = await decode(file);
  expect([10, 26, 27, 40, 41].map((frame) => colourName(frames.pixel(frame, ...middle(1))))).toEqual([
    'magenta',
    'magenta',
    'lime',
    'lime',
    'magenta',
  ]);
  await noResidue(farm, [worker]);
});

/** A box goes on from the frame in which the page has first seen 0.3 s: in a page that jumps, that is the one it jumps to. */
const GOES_ON = scene(
  `<b style="${place(0)};background:red"></b>
  <script>
    const box = document.querySelector('b');
    let begun = null;
    addEventListener('hf-seek', ({ detail: { time } }) => {
      if (time >= 0.3) begun ??= time;
      box.style.transform = 'translateX(' + (begun === null ? 0 : Math.round((time - begun) * 80)) + 'px)';
    });
  </script>`,
  { duration: 1.6 },
);

it('a render whose chunks do not go on from one another is captured anew in order, and known so from then on', async () => {
  const projectDir = await makeProject({ 'index.html': GOES_ON });
  const composition = await farm.upload(projectDir);
  const render = async (
    part: object = {},
  ): Promise<{ record: RenderRecord; reasons: readonly string[]; named: readonly number[] }> => {
    const { id } = await farm.submit(composition, { fps: 30, quality: 'draft', ...part });
    const record = await farm.ended(id);
    const { events } = await farm.farm.events.read(id, null, 1000);
    const states = events.flatMap(({ event }) => (event.type === 'state' ? [event] : []));
    return {
      record,
      reasons: states.map(({ reason }) => reason),
      named: states.flatMap(({ dependent }) => dependent ?? []),
    };
  };
  // A part has gone through the frames before it from the beginning.
  const part = await render({ frames: '27-46' });
  expect(part.record).toMatchObject({ status: 'completed', epoch: 1, dependent: null, warnings: [] });
  const shown = await decode(await farm.output(part.record));
  const inTheBox = (frame: number) => shown.pixel(frame, Math.round(((27 + frame) / 30 - 0.3) * 80) + 8, 8);
  expect([0, 12].map((frame) => colourName(inTheBox(frame)))).toEqual(['red', 'red']);

  const first = await render();
  const found = { status: 'completed', outcome: 'completed', epoch: 2, dependent: 24, refuted: null, warnings: [] };
  // The first chunk has no frames before it.
  expect(first.record).toMatchObject({ ...found, chunkCounts: { total: 2, committed: 2, reused: 1 } });
  expect(first.reasons).toEqual(['admitted', 'planned', 'order_needed', 'planned', 'all_chunks_committed']);
  expect(first.named).toEqual([24]);
  const message = expect.stringMatching(/^frame 24 depends on those before; .*begins again$/);
  expect((await planOf(first.record)).notices).toEqual([{ code: 'raf_loop_sequential', message }]);

  const outputPath = join(scratchDirectory(), 'local.mp4');
  await renderComposition({ projectDir, options: renderOptions({ quality: 'draft' }), outputPath });
  expect(await frameHashes(await farm.output(first.record))).toEqual(await frameHashes(outputPath));

  // Chunks that were captured out of order are there still, under the key of the plan that was given up.
  const second = await render();
  expect(second.record).toMatchObject({ ...found, chunkCounts: { total: 2, committed: 2, reused: 2 } });
  expect(second.reasons).toEqual(['admitted', 'order_needed', 'planned', 'all_chunks_committed']);
  expect(await frameHashes(await farm.output(second.record))).toEqual(await frameHashes(outputPath));
  await noResidue(farm, [worker]);
});

async function planOf({ id, preparedKey }: RenderRecord): Promise<PreparedStep> {
  expect(preparedKey).toBe(STORE_KEYS.prepared(id, 2, 1));
  const found = await farm.store.read(preparedKey ?? '');
  return JSON.parse((await found?.body.toArray())?.join('') ?? 'null');
}
