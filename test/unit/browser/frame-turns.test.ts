/** Frames of the pages of one browser: one at a time, at times that only grow. */
import { expect, it, vi } from 'vitest';
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

it('gives a page beside a brief turn though the run is not ahead', async () => {
  const turns = new FrameTurns();
  const leave = turns.run();
  try {
    const taken = turns.beside().take(async () => 'a frame', true);
    expect(turns.awaited).toBe(false);
    expect(await taken).toBe('a frame');
  } finally {
    leave();
  }
});

it('gives a page beside its turn at once where there is no run, and after a while where the run stands still', async () => {
  const turns = new FrameTurns();
  expect(await turns.beside().take(async () => 'a frame')).toBe('a frame');
  vi.useFakeTimers();
  try {
    const leave = turns.run();
    const taken = turns.beside().take(async () => 'another');
    await Promise.resolve();
    expect(turns.awaited).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(await taken).toBe('another');
    expect(turns.awaited).toBe(false);
    leave();
  } finally {
    vi.useRealTimers();
  }
});
