import { describe, expect, it } from 'vitest';
import {
  type CandidateInput,
  candidates,
  concurrencyCandidates,
  configurationName,
  laneCandidates,
  tableConcurrency,
} from '../../../libs/benchmark/src/plan/candidates.js';
import { framesForLanes, pieceFrames } from '../../../libs/benchmark/src/plan/piece.js';
import { usual } from './results.js';

const GIB = 1024 ** 3;
const roomy: CandidateInput = {
  cores: 8,
  freeBytes: 64 * GIB,
  laneBytes: GIB / 2,
  frames: 600,
  sequential: false,
  usualPath: 'surface',
  usualThreads: 2,
};
const workersOf = (input: Partial<CandidateInput>): number[] => [
  ...new Set(candidates({ ...roomy, ...input }).configurations.map(({ workers }) => workers)),
];

describe('numbers of workers (cli 10)', () => {
  it.each([
    [1, [1, 2, 3]],
    [2, [1, 2, 3]],
    [4, [1, 2, 4]],
    [8, [1, 2, 3, 6, 8]],
    [16, [1, 2, 7, 14, 16]],
    [64, [1, 2, 12, 24]],
  ])('on %d cores are 1, 2, half of auto, auto and auto + 2 without repetition, 24 at most', (cores, expected) => {
    expect(laneCandidates(cores)).toEqual(expected);
  });
  it('begin with what a render takes by itself', () => {
    expect(workersOf({})).toEqual([6, 1, 2, 3, 8]);
  });
  it('are left out, with the figures, where half of the free memory does not hold them', () => {
    const { configurations, skipped } = candidates({ ...roomy, freeBytes: 4 * GIB, laneBytes: GIB });
    expect(Math.max(...configurations.map(({ workers }) => workers))).toBe(2);
    expect(skipped[0]).toEqual({
      what: '3 workers',
      cause: 'memory',
      reason: '3 × 1024 MB exceed half of the free 4096 MB',
      workers: 3,
    });
  });
  it('are left out where the frames do not keep them busy', () => {
    expect(workersOf({ frames: 59 })).toEqual([1]);
    expect(workersOf({ frames: 119 })).toEqual([1, 2, 3]);
    expect(workersOf({ frames: 209 })).toEqual([2, 1, 3, 6]);
  });
  it('are one alone for a page whose pictures depend on earlier frames', () => {
    const { configurations, skipped } = candidates({ ...roomy, sequential: true });
    expect(new Set(configurations.map(({ workers }) => workers))).toEqual(new Set([1]));
    expect(skipped.map(({ cause }) => cause)).toEqual(['page', 'page', 'page', 'page']);
  });
});

describe('configurations', () => {
  it('differ in one thing at a time from the usual one, which comes first', () => {
    const [base, ...others] = candidates(roomy).configurations;
    expect(base).toEqual({ workers: 6, concurrency: 1, capturePath: 'surface', encoderThreads: 2 });
    for (const other of others) {
      const differing = (['workers', 'concurrency', 'capturePath', 'encoderThreads'] as const).filter(
        (name) => other[name] !== base?.[name],
      );
      expect(differing).toHaveLength(1);
    }
    expect(others.map(({ capturePath }) => capturePath)).toEqual(expect.arrayContaining(['beginframe', 'screenshot']));
  });
  it('have no more encoder threads than cores, but for the usual number', () => {
    const threadsOn = (cores: number): number[] =>
      [...new Set(candidates({ ...roomy, cores }).configurations.map((one) => one.encoderThreads))].sort();
    expect(threadsOn(1)).toEqual([1, 2]);
    expect(threadsOn(2)).toEqual([1, 2]);
    expect(threadsOn(8)).toEqual([1, 2, 4]);
  });
  it('have names that tell them apart', () => {
    expect(configurationName(usual)).toBe('1 worker, surface, 2 threads');
    expect(configurationName({ workers: 3, concurrency: 2, capturePath: 'beginframe', encoderThreads: 1 })).toBe(
      '2 renders, 3 workers, beginframe, 1 thread',
    );
  });
});

describe('renders at once', () => {
  it.each([
    [4, 1],
    [8, 2],
    [16, 4],
    [32, 6],
  ])('are by the table on %d cores %d (cli 3)', (cores, expected) => {
    expect(tableConcurrency(cores)).toBe(expected);
  });
  it('are 2 and the number of the table, with the best configuration', () => {
    const { configurations } = concurrencyCandidates(usual, { cores: 16, freeBytes: 64 * GIB, renderBytes: GIB });
    expect(configurations).toEqual([
      { ...usual, concurrency: 2 },
      { ...usual, concurrency: 4 },
    ]);
  });
  it('fit into the free memory', () => {
    const { configurations, skipped } = concurrencyCandidates(usual, {
      cores: 16,
      freeBytes: 3 * GIB,
      renderBytes: GIB,
    });
    expect(configurations.map(({ concurrency }) => concurrency)).toEqual([2]);
    expect(skipped[0]).toMatchObject({ what: '4 renders at once', cause: 'memory', workers: null });
  });
});

describe('the measured piece', () => {
  it('takes some seconds with one worker', () => {
    expect(pieceFrames(10_000, 40, 1)).toBe(120);
    expect(pieceFrames(10_000, 100, 1)).toBe(300);
  });
  it('is never shorter than what the pace was measured on, nor longer than the composition', () => {
    expect(pieceFrames(10_000, 2, 3)).toBe(60);
    expect(pieceFrames(45, 40, 8)).toBe(45);
  });
  it('is stretched for many workers, as far as patience goes', () => {
    expect(pieceFrames(10_000, 40, 4)).toBe(450);
    expect(pieceFrames(10_000, 80, 8)).toBe(900);
    expect(pieceFrames(10_000, 20, 8)).toBe(240);
  });
  it.each([
    [1, 1],
    [2, 225],
    [3, 450],
    [4, 450],
    [8, 900],
  ])('needs for %d workers %d frames', (lanes, frames) => {
    expect(framesForLanes(lanes)).toBe(frames);
  });
});
