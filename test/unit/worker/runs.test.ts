import { describe, expect, it } from 'vitest';
import {
  isStraggler,
  medianMsPerFrame,
  nextRuns,
  type RunsInput,
  TARGET_RUN_MS,
} from '../../../apps/worker/src/coordinator/runs.js';

const chunks = (count: number, frames = 75, first = 0) =>
  Array.from({ length: count }, (_, at) => ({ index: first + at, frames }));
const input = (more: Partial<RunsInput>): RunsInput => ({
  open: chunks(24),
  waiting: 0,
  slots: 1,
  idleSlots: 1,
  msPerFrame: null,
  asked: 'auto',
  planned: 24,
  ...more,
});

describe('runs of chunks', () => {
  it('begin small, because nothing is known yet', () => {
    expect(nextRuns(input({}))).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('aim at a time once the speed is known', () => {
    const msPerFrame = TARGET_RUN_MS / 300;
    expect(nextRuns(input({ msPerFrame, idleSlots: 0 }))).toEqual([[0, 1, 2, 3]]);
  });

  it('are no longer than an equal share of what is left, so that lanes end together', () => {
    const runs = nextRuns(input({ open: chunks(8), slots: 4, idleSlots: 4, msPerFrame: 1 }));
    expect(runs[0]).toEqual([0, 1]);
    expect(runs.flat()).toHaveLength(new Set(runs.flat()).size);
    expect(runs.length).toBeLessThanOrEqual(5);
  });

  it('wait no more than one beyond the idle lanes', () => {
    expect(nextRuns(input({ waiting: 1, idleSlots: 0 }))).toEqual([]);
    expect(nextRuns(input({ waiting: 1, idleSlots: 1 }))).toHaveLength(1);
  });

  it('hold consecutive chunks only', () => {
    const open = [...chunks(1), ...chunks(2, 75, 5)];
    expect(nextRuns(input({ open, idleSlots: 5 }))).toEqual([[0], [5, 6]]);
  });

  it('hold at least one chunk, however long it is', () => {
    expect(nextRuns(input({ open: chunks(1, 10_000), msPerFrame: 1000, idleSlots: 0 }))).toEqual([[0]]);
  });

  it('follow the number that was asked for', () => {
    const runs = nextRuns(input({ open: chunks(12), asked: 3, planned: 12, idleSlots: 9 }));
    expect(runs.map((run) => run.length)).toEqual([4, 4, 4]);
    expect(nextRuns(input({ open: chunks(12), asked: 256, planned: 12, idleSlots: 20 }))).toHaveLength(12);
  });
});

describe('measured speed', () => {
  it('is the median, so that one slow chunk decides nothing', () => {
    expect(medianMsPerFrame([])).toBeNull();
    const rates = [10, 11, 500].map((ms) => ({ frames: 10, ms }));
    expect(medianMsPerFrame(rates)).toBe(1.1);
  });

  it('tells stragglers from runs that are merely long', () => {
    expect(isStraggler(60_000, 1000, 10)).toBe(true);
    expect(isStraggler(29_000, 1000, 10)).toBe(false);
    expect(isStraggler(9_000, 10, 10)).toBe(false);
    expect(isStraggler(600_000, 10, null)).toBe(false);
  });
});
