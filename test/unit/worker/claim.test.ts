/** What a worker's hold on a step tells of its frames (farm-practice 4). */
import type { Farm, StepPayload } from '@framefarm/farm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Claim } from '../../../apps/worker/src/steps/claim.js';

function claimed() {
  vi.useFakeTimers();
  const beat = vi.fn(async () => ({ go: true }));
  const payload = { renderId: 'rnd_1', epoch: 1, step: { id: 'capture-0-0' } } as unknown as StepPayload;
  const claim = new Claim({ steps: { beat } } as unknown as Farm, payload, 7, () => {});
  onTestFinished(() => {
    claim.stop();
    vi.useRealTimers();
  });
  return { claim, told: () => beat.mock.calls.map((call) => (call as unknown[]).at(-1)) };
}

it('frames that came since the last beat are told before a failure is, so that the chunk counts as begun', async () => {
  const { claim, told } = claimed();
  claim.frames({ 0: 3 });
  await claim.lastFrames();
  expect(told()).toEqual([{ 0: 3 }]);
});

it('nothing is told twice', async () => {
  const { claim, told } = claimed();
  await claim.lastFrames();
  expect(told()).toEqual([]);
  claim.frames({ 0: 3 });
  await vi.advanceTimersByTimeAsync(1_000);
  await claim.lastFrames();
  expect(told()).toEqual([{ 0: 3 }]);
});
