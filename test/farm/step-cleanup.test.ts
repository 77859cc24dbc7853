/** A claim lasts until everything of its step is gone and what came of it is told (farm-practice 2, 4). */
import { FramefarmError } from '@framefarm/contract';
import { NO_TRACING, openLog } from '@framefarm/telemetry';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { performStep } from '../../apps/worker/src/steps/perform-step.js';
import type { Station } from '../../apps/worker/src/steps/station.js';
import { admitted, HELD } from '../support/farm/farm-states.js';
import { startTestRedis, type TestRedis } from '../support/farm/redis.js';
import { eventually } from '../support/machine/eventually.js';
import { scratchDirectory } from '../support/projects/project.js';

/** A step that begins to remove its files says so, and what it waits for with that. */
const { begun, gate } = vi.hoisted(() => ({
  begun: Promise.withResolvers<void>(),
  gate: Promise.withResolvers<void>(),
}));

vi.mock('@framefarm/process', async (original) => {
  const real = await original<typeof import('@framefarm/process')>();
  const slow = async (...place: Parameters<typeof real.createScratch>) => {
    const scratch = await real.createScratch(...place);
    const remove = async (): Promise<void> => {
      begun.resolve();
      await gate.promise;
      await scratch.remove();
    };
    return { path: scratch.path, remove };
  };
  return { ...real, createScratch: slow };
});

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.end());

it('a step whose files take long to go is not taken for lost meanwhile, and its own failure counts', async () => {
  const farm = redis.farm();
  const id = await admitted(farm);
  await farm.steps.due(id, 1, HELD, 1);
  const nothing = (): void => {};
  const station = {
    farm,
    worker: 'w1',
    settings: { packageDirs: [], networkAllow: [], sandbox: 'on', browserPath: null, ffmpegPath: null },
    directory: scratchDirectory(),
    store: { location: scratchDirectory() },
    board: { begin: () => ({ frames: nothing, end: nothing }) },
    metrics: { begun: nothing, frames: nothing },
    inputs: {
      composition: async () => {
        throw new FramefarmError('COMPOSITION_NOT_FOUND', 'it is no longer kept');
      },
    },
    tracing: NO_TRACING,
    log: openLog('silent', { program: 'test' }),
  } as unknown as Station;
  const payload = { version: 1, renderId: id, epoch: 1, step: HELD, attempt: 1, notOn: [] };
  const performed = performStep(station, payload, new AbortController().signal);

  await begun.promise;
  // A claim that is renewed does not lapse, however long this takes.
  const renewed = vi.spyOn(farm.steps, 'beat');
  await eventually(() => expect(renewed.mock.settledResults.at(1)).toMatchObject({ value: { go: true } }));
  expect((await farm.view(id).look())?.live).toEqual(new Set([HELD.id]));
  expect(await farm.steps.claim(id, 1, HELD, 'w2')).toBeNull();
  gate.resolve();
  await performed;
  expect(await farm.steps.list(id, 1)).toMatchObject([
    { state: 'failed', failures: { user: 1 }, error: { code: 'COMPOSITION_NOT_FOUND' } },
  ]);
});
