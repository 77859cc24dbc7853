/** When a worker has room for another step. */
import type { StepPayload } from '@framefarm/farm';
import type { Job } from 'bullmq';
import { describe, expect, it, vi } from 'vitest';
import { EndingSteps } from '../../../apps/worker/src/steps/ending-steps.js';
import { performStep } from '../../../apps/worker/src/steps/perform-step.js';
import type { Station } from '../../../apps/worker/src/steps/station.js';
import { takeStep } from '../../../apps/worker/src/steps/take-step.js';

vi.mock('../../../apps/worker/src/steps/perform-step.js', () => ({ performStep: vi.fn() }));

/** A step of which the test says when it has left, and when it has ended. */
function step(ending: EndingSteps) {
  const left = Promise.withResolvers<void>();
  const end = Promise.withResolvers<null>();
  let handBack: AbortSignal | undefined;
  vi.mocked(performStep).mockImplementationOnce(async (_station, _payload, signal, onLeft) => {
    handBack = signal;
    void left.promise.then(onLeft);
    return end.promise;
  });
  let isTaken = false;
  const job = { data: { notOn: [] } } as unknown as Job<StepPayload>;
  const refusals = { decline: async () => {} } as never;
  const taken = takeStep(
    { ending } as Station,
    refusals,
    async () => {},
    () => true,
    job,
    undefined,
  ).then(() => {
    isTaken = true;
  });
  return { left: left.resolve, end, taken, isTaken: () => isTaken, handBack: () => handBack?.aborted };
}

it('has room once a step has left, but for as many of those as it has slots', async () => {
  const ending = new EndingSteps(1);
  const first = step(ending);
  first.left();
  await first.taken;
  const second = step(ending);
  second.left();
  await vi.waitFor(() => expect(performStep).toHaveBeenCalledTimes(2));
  expect(second.isTaken()).toBe(false);
  first.end.resolve(null);
  await second.taken;
  second.end.resolve(null);
});

it('hands back a step that has left, and takes its failure for told', async () => {
  const ending = new EndingSteps(1);
  const one = step(ending);
  one.left();
  await one.taken;
  expect(one.handBack()).toBe(false);
  ending.handBack();
  expect(one.handBack()).toBe(true);
  one.end.reject(new Error('Redis is away'));
  const next = step(ending);
  next.left();
  await next.taken;
  next.end.resolve(null);
});

describe('a plan of one chunk', () => {
  const prepare = { step: { kind: 'prepare' }, state: 'committed', result: { chunks: 1 } };
  const due = { step: { kind: 'capture' }, state: 'pending', attempt: 1, failedOn: [], result: null };
  /** Kinds of steps that are performed one after the other. `looks`: rows of the render at each look. */
  async function performed(looks: readonly (readonly unknown[])[], takesSteps = true): Promise<string[]> {
    const kinds: string[] = [];
    vi.mocked(performStep).mockImplementation(async (_station, { step }) => {
      kinds.push(step.kind);
      return { renderId: 'r', kind: step.kind, ms: 1, failure: null };
    });
    let look = 0;
    const list = async (): Promise<unknown> => looks[Math.min(look++, looks.length - 1)];
    const station = { ending: new EndingSteps(1), worker: 'w', farm: { steps: { list } } } as unknown as Station;
    const job = { data: { notOn: [], step: { kind: 'prepare' } } } as unknown as Job<StepPayload>;
    const refusals = { decline: async () => {} } as never;
    await takeStep(
      station,
      refusals,
      async () => {},
      () => takesSteps,
      job,
      undefined,
    );
    return kinds;
  }

  it.each([
    ['goes on with its capture, which is due in a moment', [[prepare], [prepare, due]], true],
    ['leaves it to others where it does not come', [[prepare]], false],
    ['leaves it to whoever was quicker', [[prepare, { ...due, state: 'claimed' }]], false],
    ['leaves it to others where it failed here', [[prepare, { ...due, failedOn: ['w'] }]], false],
    [
      'leaves it where videos are extracted before',
      [[prepare, { step: { kind: 'extract' }, state: 'pending' }]],
      false,
    ],
    ['leaves one of several chunks to the queue', [[{ ...prepare, result: { chunks: 2 } }, due]], false],
  ])('%s', async (_, looks, goesOn) => {
    expect(await performed(looks)).toEqual(goesOn ? ['prepare', 'capture'] : ['prepare']);
  });

  it('is the last step of a worker that takes no more', async () => {
    expect(await performed([[prepare, due]], false)).toEqual(['prepare']);
  });
});
