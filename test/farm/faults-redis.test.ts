/** A Redis that is killed, started again and frozen in the midst of a render (farm-practice 11, http-api 4.4). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEASE_MS } from '@framefarm/farm';
import { expect } from 'vitest';
import { ANSWER_WITHIN_MS } from '../../libs/farm/src/redis/connection.js';
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
import { watchLimit } from '../support/farm/limit-watch.js';
import { startProducerProcess } from '../support/farm/producer-process.js';
import type { TestFarm } from '../support/farm/workers.js';
import { exists } from '../support/machine/files.js';
import { until } from '../support/machine/processes.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { WAIT, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

/** Limits are there for what never comes, of renders as of tests: beside other load both take a minute and more. */
const UNHURRIED = { timeoutSeconds: 600 };
const LIMIT_MS = 300_000;

// They mostly wait for a Redis that stands still, so they wait together.
it.concurrent('a render outlives a Redis that is killed and one that is frozen beyond all leases: nothing is lost or done twice', {
  timeout: LIMIT_MS,
}, async ({ farm }) => {
  const expected = await undisturbed();
  const encoder = await wrappedFfmpeg('encodeSecond', WAIT);
  const worker = await farm.worker('one', { FRAMEFARM_FFMPEG_PATH: encoder.path });
  const producer = await startProducerProcess(farm);
  await farm.farm.line.setLimit(1);
  const stop = watchLimit(farm);
  const compositionId = await farm.upload(await boxProject());
  const { id, epoch } = await farm.submit(compositionId, DRAFT, UNHURRIED);
  const { id: next } = await farm.submit(compositionId, { ...DRAFT, fps: 1 }, UNHURRIED);
  await exists(join(encoder.notes, 'first'), 'the second chunk is not encoded');
  await until(
    async () => (await farm.farm.chunks.list(id))[0]?.state === 'committed',
    () => 'the first chunk is not committed',
  );

  await farm.redis.restart();
  const view = farm.farm.view(id);
  await until(
    async () => (await view.look().catch(() => null))?.live.size === 1,
    () => 'the worker does not beat again',
  );

  // Frozen for longer than a lease; the rest of the render is captured meanwhile, and committed later.
  process.kill(farm.redis.pid(), 'SIGSTOP');
  try {
    await writeFile(join(encoder.notes, 'go'), '');
    await writeFile(join(encoder.notes, 'on'), '');
    // Each refusal takes as long as Redis is waited for: one more than a lease is long.
    for (let refusedMs = 0; refusedMs < LEASE_MS + ANSWER_WITHIN_MS; refusedMs += ANSWER_WITHIN_MS) {
      const answer = await producer.get('/renders');
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ code: 'QUEUE_UNAVAILABLE' });
    }
    await until(
      async () => (await storedChunks(farm)) === expected.chunks.length,
      () => 'the worker does not go on without Redis',
    );
  } finally {
    process.kill(farm.redis.pid(), 'SIGCONT');
  }

  const record = await farm.ended(id);
  expect(await resultOf(farm, record)).toEqual(expected);
  expect(await farm.ended(next)).toMatchObject({ status: 'completed' });
  for (const render of [id, next]) {
    expect(await finals(farm, render)).toEqual([expect.stringMatching('completed')]);
    const steps = await farm.farm.steps.list(render, epoch);
    expect(steps.map(({ id: step }) => step)).toContain('assemble');
    for (const { failures, attempt } of steps) expect({ failures, attempt }).toEqual({ failures: {}, attempt: 1 });
    const chunks = await farm.farm.chunks.list(render);
    expect(chunks).not.toEqual([]);
    for (const chunk of chunks) expect(chunk.attempts).toBe(1);
  }
  expect(await stop()).toMatchObject({ mostActive: 1, mostRunning: 1, uneven: 0 });
  expect((await producer.get(`/renders/${id}`)).status).toBe(200);
  await producer.kill();
  await noResidue(farm, [worker]);
});

async function storedChunks(farm: TestFarm): Promise<number> {
  let count = 0;
  for await (const _ of farm.store.list('chunks/')) count += 1;
  return count;
}

it.concurrent('a worker that is told to stop while Redis is frozen ends all the same, and leaves its render to the next one', {
  timeout: LIMIT_MS,
}, async ({ farm }) => {
  const encoder = await wrappedFfmpeg('encode', WAIT);
  const stopped = await farm.worker('stopped', { FRAMEFARM_FFMPEG_PATH: encoder.path, FRAMEFARM_DRAIN_SECONDS: '1' });
  const { id } = await farm.submit(await farm.upload(await boxProject()), DRAFT, UNHURRIED);
  await exists(join(encoder.notes, 'first'), 'nothing is encoded');
  process.kill(farm.redis.pid(), 'SIGSTOP');
  try {
    stopped.kill('SIGTERM');
    expect(await stopped.ended).toMatchObject({ exitCode: 0 });
  } finally {
    process.kill(farm.redis.pid(), 'SIGCONT');
  }
  const next = await farm.worker('next');
  expect(await resultOf(farm, await farm.ended(id))).toEqual(await undisturbed());
  await noResidue(farm, [stopped, next]);

  // In the moment in which Redis goes, as where a whole farm is taken down, one without work does not wait for it either.
  process.kill(farm.redis.pid(), 'SIGSTOP');
  try {
    next.kill('SIGTERM');
    expect(await next.ended).toMatchObject({ exitCode: 0 });
  } finally {
    process.kill(farm.redis.pid(), 'SIGCONT');
  }
});
