/** Frames of the pages of one browser: one at a time, at times that only grow. */
import { expect, it } from 'vitest';
import { FrameTurns } from '../../../libs/browser/src/capture/frame-turns.js';

it('asks for a frame when the one before has come, also when that one failed', async () => {
  const turns = new FrameTurns();
  const first = Promise.withResolvers<void>();
  const times: number[] = [];
  const ask = (answer: Promise<void>) => (ticksMs: number) => {
    times.push(ticksMs);
    return answer;
  };
  const one = turns.take(ask(first.promise));
  const other = turns.take(ask(Promise.resolve()));
  await new Promise((resolve) => setImmediate(resolve));
  expect(times).toHaveLength(1);
  first.reject(new Error('no frame'));
  await expect(one).rejects.toThrow('no frame');
  await other;
  expect(times).toHaveLength(2);
  expect(times[1]).toBeGreaterThan(times[0] as number);
});
