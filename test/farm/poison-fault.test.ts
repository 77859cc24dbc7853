/** Runs of chunks that take too long on one worker, and chunks that end every worker (farm-practice 4). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_PREFIX, MAX_LOST_CLAIMS } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { expect } from 'vitest';
import {
  BOX_CHUNK_FRAMES,
  boxProject,
  DRAFT,
  finals,
  resultOf,
  undisturbed,
} from '../support/farm/disturbed-renders.js';
import { readExposition } from '../support/farm/exposition.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { it } from '../support/farm/farm-test.js';
import type { TestFarm } from '../support/farm/workers.js';
import { eventually } from '../support/machine/eventually.js';
import { exists } from '../support/machine/files.js';
import { freePort } from '../support/machine/free-port.js';
import { until } from '../support/machine/processes.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { WAIT, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

/** The fourth encoder of the worker waits for a file named `on`. */
const FOURTH_WAITS = `n=1; while ! mkdir "$NOTES/encoder-$n" 2>/dev/null; do n=$((n + 1)); done
if [ $n -ge 4 ]; then while [ ! -e "$NOTES/on" ]; do sleep 0.02; done; fi; exec "$REAL" "$@"`;

/** The deadline of a run passes first, and the worker that helps may start a browser while other tests keep the cores busy. */
const IDLE_HELPS_WITHIN_MS = 90_000;

// They mostly wait for deadlines, so they wait together.
it.concurrent('a run that takes too long is given to an idle worker as well: of each chunk the first result counts, whoever has it', async ({
  farm,
}) => {
  const slow = await wrappedFfmpeg('encode', WAIT);
  const quick = await wrappedFfmpeg('encode', FOURTH_WAITS);
  const health = await freePort();
  const workers = await Promise.all([
    farm.worker('slow', { FRAMEFARM_FFMPEG_PATH: slow.path, WORKER_HEALTH_PORT: `${health}` }),
    farm.worker('quick', { FRAMEFARM_FFMPEG_PATH: quick.path }),
  ]);
  // Two runs of two chunks each, one for either worker.
  const { id, epoch } = await farm.submit(await farm.upload(await boxProject()), DRAFT, { chunks: 2 });
  await exists(join(slow.notes, 'first'), 'the slow worker does not encode');
  const runs = async () => (await farm.farm.steps.list(id, epoch)).filter(({ step }) => step.kind === 'capture');
  const chunks = () => farm.farm.chunks.list(id);
  await until(
    async () => (await chunks()).filter(({ state }) => state === 'committed').length === 3,
    () => 'the idle worker does not help',
    IDLE_HELPS_WITHIN_MS,
  );
  expect((await runs()).map(({ worker }) => worker).sort()).toEqual(['quick', 'quick', 'slow']);

  await exists(join(quick.notes, 'encoder-4'), 'the idle worker does not encode the second chunk');
  await writeFile(join(slow.notes, 'go'), '');
  await writeFile(join(slow.notes, 'on'), '');
  const record = await farm.ended(id);
  expect(await resultOf(farm, record)).toEqual(await undisturbed());
  expect((await chunks()).map(({ worker }) => worker).sort()).toEqual(['quick', 'quick', 'quick', 'slow']);
  // A thread of its own answers, with the figures that it was given last.
  const counted = async () => {
    const told = readExposition(await (await fetch(`http://127.0.0.1:${health}/metrics`)).text());
    return ['committed', 'already-committed'].map((outcome) =>
      told.value('framefarm_worker_chunks_total', { outcome }),
    );
  };
  await eventually(async () => expect(await counted()).toEqual([1, 1]));
  await writeFile(join(quick.notes, 'on'), '');
  await noResidue(farm, workers);
  expect(await finals(farm, id)).toEqual(['completed']);
  expect(await resultOf(farm, record)).toEqual(await undisturbed());
});

it.concurrent('a chunk that ends its worker for the sixth time is poison: its render fails with reason and log, and the next one is as ever', async ({
  farm,
}) => {
  const worker = "sed -n 's/^PPid:[^0-9]*//p' /proc/$PPID/status";
  const deadly = `: > "$NOTES/held"; while [ ! -e "$NOTES/go" ]; do sleep 0.02; done; kill -KILL $(${worker})`;
  const { path, notes } = await wrappedFfmpeg('encodeSecond', deadly);
  // It takes no steps, because it has no browser, but it leads renders.
  const steady = await farm.worker('steady', { FRAMEFARM_BROWSER_PATH: '/nowhere/chrome' });
  const doomed = await farm.worker('doomed', { FRAMEFARM_FFMPEG_PATH: path });
  const compositionId = await farm.upload(await boxProject());
  const { id, epoch } = await farm.submit(compositionId, DRAFT);
  await exists(join(notes, 'held'), 'the second chunk is not encoded');
  const captureOf = async () =>
    (await farm.farm.steps.list(id, epoch)).find(({ step }) => step.kind === 'capture' && step.chunks.includes(1));
  // It takes a lease each time until a worker is missed, so the first five are only written down.
  await withLosses(farm, id, (await captureOf())?.id ?? '', MAX_LOST_CLAIMS - 1);
  await writeFile(join(notes, 'go'), '');
  expect(await doomed.ended).toMatchObject({ signal: 'SIGKILL' });

  expect(await farm.ended(id)).toMatchObject({
    status: 'failed',
    error: { code: 'WORKER_LOST', stage: 'capture', message: expect.stringContaining(`${MAX_LOST_CLAIMS} times`) },
  });
  expect(await captureOf()).toMatchObject({ state: 'failed', failures: { lost: MAX_LOST_CLAIMS } });
  expect(steady.log()).toContain('lost its worker');
  expect(await finals(farm, id)).toEqual(['failed']);

  const well = await farm.worker('well');
  const { id: next } = await farm.submit(compositionId, { ...DRAFT, fps: 1 });
  expect(await farm.ended(next)).toMatchObject({ status: 'completed' });
  await noResidue(farm, [steady, doomed, well]);
});

/** Writes into the row of a step that it was lost so often before, between two beats of who has it. */
async function withLosses({ redis }: TestFarm, id: string, stepId: string, lost: number): Promise<void> {
  const client = new Redis(redis.url);
  const script = `local row = cjson.decode(redis.call('HGET', KEYS[1], ARGV[1]))
    row.failures = { lost = tonumber(ARGV[2]) }
    redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(row))`;
  await client.eval(script, 1, `${KEY_PREFIX}:r:${id}:s:1`, stepId, lost);
  client.disconnect();
}
