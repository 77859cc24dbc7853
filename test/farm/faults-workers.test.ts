/** Workers that are killed or frozen in the midst of a render, with real processes (farm-practice 4, 11). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import {
  BOX_CHUNK_FRAMES,
  boxProject,
  DRAFT,
  DRAFT_WEBM,
  finals,
  resultOf,
  undisturbed,
} from '../support/farm/disturbed-renders.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { it } from '../support/farm/farm-test.js';
import { watchLimit } from '../support/farm/limit-watch.js';
import type { TestFarm, TestWorker } from '../support/farm/workers.js';
import { exists } from '../support/machine/files.js';
import { familyOf, until } from '../support/machine/processes.js';
import { openDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';
import { gateOf, wrappedBrowser } from '../support/renders/wrapped-browser.js';
import { unwrapped, WAIT, type Work, wrappedFfmpeg } from '../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

// With a time of its own: what follows waits for three leases, one after the other.
beforeAll(async () => {
  await undisturbed(DRAFT_WEBM);
});

// They mostly wait for leases, locks and pauses to run out, so two of them wait together.
describe('a render whose worker ends under it', () => {
  it.concurrent('a farm whose only worker is killed in each phase goes on with the next one from what is committed', async ({
    farm,
  }) => {
    const expected = await undisturbed(DRAFT_WEBM);
    await farm.farm.line.setLimit(1);
    const stop = watchLimit(farm);
    // The page of the first one is not opened before it is killed; its worker tries the browser at its start.
    const notes = openDirectory();
    const preparing = await farm.worker('preparing', {
      ...(await unwrapped()),
      FRAMEFARM_BROWSER_PATH: await wrappedBrowser(gateOf(notes)),
    });
    await writeFile(join(notes, 'shut'), '');
    const compositionId = await farm.upload(await boxProject());
    const { id, epoch } = await farm.submit(compositionId, DRAFT_WEBM);
    const { id: next } = await farm.submit(compositionId, { ...DRAFT, fps: 1 });
    await exists(join(notes, 'held'), 'the page is not opened');
    preparing.kill('SIGKILL');
    await preparing.ended;

    const second = await wrappedFfmpeg('encodeSecond', WAIT);
    const capturing = await farm.worker('capturing', { FRAMEFARM_FFMPEG_PATH: second.path });
    await exists(join(second.notes, 'first'), 'the second chunk is not encoded');
    await until(
      async () => (await farm.farm.chunks.list(id))[0]?.state === 'committed',
      () => 'the first chunk is not committed',
    );
    await betweenStoreAndRecord(farm, capturing, {
      goOn: join(second.notes, 'go'),
      stored: async () => (await countOf(farm, 'chunks/')) >= 2,
    });

    // The output likewise.
    const joining = await wrappedFfmpeg('join', WAIT);
    const assembling = await farm.worker('assembling', { FRAMEFARM_FFMPEG_PATH: joining.path });
    await exists(join(joining.notes, 'first'), 'nothing is joined');
    await betweenStoreAndRecord(farm, assembling, {
      goOn: join(joining.notes, 'go'),
      stored: async () => (await countOf(farm, 'outputs/')) >= 1,
    });

    const last = await farm.worker('last', await unwrapped());
    const record = await farm.ended(id);
    const after = await farm.ended(next);
    expect(await resultOf(farm, record)).toEqual(expected);
    const [first] = await farm.farm.chunks.list(id);
    expect(first).toMatchObject({ worker: 'capturing', attempts: 1 });
    const steps = new Map((await farm.farm.steps.list(id, epoch)).map((step) => [step.id, step]));
    expect(steps.get('prepare')).toMatchObject({ failures: { lost: 1 }, worker: 'capturing', failedOn: [] });
    expect(steps.get('assemble')).toMatchObject({ failures: { lost: 1 }, worker: 'last', failedOn: [] });

    expect(after).toMatchObject({ status: 'completed', chunkCounts: { retries: 0 } });
    expect(Date.parse(after.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(record.finishedAt ?? ''));
    expect(await finals(farm, id)).toEqual(['completed']);
    expect(await finals(farm, next)).toEqual(['completed']);
    expect(await stop()).toMatchObject({ mostActive: 1, mostRunning: 1, uneven: 0 });
    await noResidue(farm, [preparing, capturing, assembling, last]);
  });
});

/** Kills a worker between store and record: while Redis stands still a result can be stored, but not committed. */
async function betweenStoreAndRecord(
  farm: TestFarm,
  worker: TestWorker,
  { goOn, stored }: { readonly goOn: string; readonly stored: () => Promise<boolean> },
): Promise<void> {
  process.kill(farm.redis.pid(), 'SIGSTOP');
  try {
    await writeFile(goOn, '');
    await until(stored, () => 'nothing is stored');
    worker.kill('SIGKILL');
    await worker.ended;
  } finally {
    process.kill(farm.redis.pid(), 'SIGCONT');
  }
}

async function countOf(farm: TestFarm, prefix: string): Promise<number> {
  let count = 0;
  for await (const _ of farm.store.list(prefix)) count += 1;
  return count;
}

it.concurrent('a worker that is frozen while it captures or assembles wakes up to find that another one was quicker', async ({
  farm,
}) => {
  const expected = await undisturbed(DRAFT_WEBM);
  const frozen: TestWorker[] = [];
  const begin = async (name: string, work: Work) => {
    const { path, notes } = await wrappedFfmpeg(work, WAIT);
    const worker = await farm.worker(name, { FRAMEFARM_FFMPEG_PATH: path });
    const freeze = async (): Promise<void> => {
      await exists(join(notes, 'first'), `nothing is to ${work}`);
      worker.kill('SIGSTOP');
      frozen.push(worker);
    };
    /** Its FFmpeg goes on, so that it wakes up with a result in its hands. */
    const wake = async (): Promise<void> => {
      await writeFile(join(notes, 'go'), '');
      await writeFile(join(notes, 'on'), '');
      await until(
        () => !familyOf(worker.pid).some(({ command }) => command.includes(path)),
        () => 'its FFmpeg still runs',
      );
      const before = await stored(farm);
      worker.kill('SIGCONT');
      await until(
        () => /step \S+ (stale|ended)/.test(worker.log()),
        () => `the step has not ended:\n${worker.log()}`,
      );
      expect(await stored(farm), work).toEqual(before);
    };
    return { freeze, wake };
  };

  const capturing = await begin('capturing', 'encode');
  const { id, epoch } = await farm.submit(await farm.upload(await boxProject()), DRAFT_WEBM);
  await capturing.freeze();
  // Each of them is the quicker one of the other.
  const assembling = await begin('assembling', 'join');
  await assembling.freeze();
  await capturing.wake();
  const record = await farm.ended(id);
  expect(await resultOf(farm, record)).toEqual(expected);

  await assembling.wake();
  await noResidue(farm, frozen);
  expect(await farm.farm.renders.get(id)).toMatchObject({ status: 'completed', output: record.output });
  expect(await finals(farm, id)).toEqual(['completed']);
  const steps = await farm.farm.steps.list(id, epoch);
  for (const { step, failures, worker } of steps.filter(({ failures }) => failures.lost !== undefined))
    expect([step.kind, failures.lost, worker]).toEqual(
      step.kind === 'assemble' ? ['assemble', 1, 'capturing'] : ['capture', 1, 'assembling'],
    );
  expect(steps.reduce((sum, { failures }) => sum + (failures.lost ?? 0), 0)).toBe(2);
  expect(await resultOf(farm, record)).toEqual(expected);
});

/** Everything in the store with the time at which it came there. */
async function stored(farm: TestFarm): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const { key, storedAt } of farm.store.list('')) {
    if (!key.startsWith('renders/')) all.push(`${key} ${storedAt.toISOString()}`);
  }
  return all.sort();
}
