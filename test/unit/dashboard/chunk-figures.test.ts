import { describe, expect, it } from 'vitest';
import { chunkState, summaryOf, tableTitle, workersOf } from '../../../libs/dashboard/src/ui/chunk-figures.js';

const chunk = (index: number, about: object = {}) => ({
  index,
  firstFrame: index * 10,
  frames: 10,
  state: 'committed' as const,
  attempts: 1,
  worker: 'w1',
  ms: 1_000,
  reused: false,
  ...about,
});
const CHUNKS = [
  chunk(0, { reused: true, worker: '', attempts: 0, ms: 0 }),
  chunk(1),
  chunk(2, { ms: 3_000, attempts: 3 }),
  chunk(3, { state: 'claimed' as const, worker: 'w2', ms: null }),
  chunk(4, { state: 'pending' as const, worker: null, attempts: 0, ms: null }),
];

describe('the chunks of a render', () => {
  it('are summed up with what was reused and captured again', () => {
    expect(summaryOf(CHUNKS)).toBe('3 of 5 chunks done, 1 of them reused, 1 captured again');
    expect(summaryOf([chunk(0)])).toBe('1 of 1 chunk done');
  });

  it('belong to workers, but nobody worked on a reused one', () => {
    expect(chunkState(chunk(0, { reused: true }))).toBe('reused');
    expect(workersOf(CHUNKS)).toEqual([
      { name: 'w1', text: '2 chunks, 2.0 s each' },
      { name: 'w2', text: '0 chunks' },
    ]);
  });
});

it('a table of one chunk does not say "all"', () => {
  expect([1, 2].map(tableTitle)).toEqual(['The one chunk', 'All 2 chunks']);
});
