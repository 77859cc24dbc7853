/** When a worker has room for another step. */
import type { StepPayload } from '@framefarm/farm';
import type { Job } from 'bullmq';
import { expect, it, vi } from 'vitest';
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
  const taken = takeStep({ ending } as Station, refusals, async () => {}, job, undefined).then(() => {
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
