import { describe, expect, it } from 'vitest';
import { autoLanes } from '../../../libs/render/src/plan/lanes.js';
import { simulate } from './simulated-batch.js';

const rows = (count: number, chunks: number): number[] => Array.from({ length: count }, () => chunks);
const inOrder = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => [`start ${index}`, `complete ${index}`]).flat();

describe('the lanes of a machine', () => {
  it.each([
    [8, 1],
    [8, 2],
    [8, 4],
    [16, 1],
    [16, 2],
    [16, 4],
  ])('of %i cores are used to the end by rows of %i chunks, of which one is told at a time', async (cores, chunks) => {
    const batch = await simulate({ cores, rows: rows(80, chunks) });
    expect(batch.log).toEqual(inOrder(80));
    expect(batch.mostRunning).toBe(1);
    expect(batch.mostLanes).toBe(autoLanes(cores));
    expect(batch.used).toBeGreaterThan(0.9);
  });

  it.each([1, 2, 4])(
    'of two cores are one, with one browser: rows of %i chunks get ready while the encoder of the row before ends',
    async (chunks) => {
      const batch = await simulate({ cores: 2, rows: rows(80, chunks) });
      expect(batch.log).toEqual(inOrder(80));
      expect(batch.mostBrowsers).toBe(1);
      expect(batch.mostUnfinished).toBe(2);
    },
  );

  it('are used when rows of one chunk stand between long ones', async () => {
    const mixed = Array.from({ length: 60 }, (_, index) => [1, 12, 1, 2][index % 4] as number);
    const batch = await simulate({ cores: 8, rows: mixed });
    expect(batch.log).toEqual(inOrder(60));
    expect(batch.mostLanes).toBe(6);
    expect(batch.used).toBeGreaterThan(0.9);
  });

  it('are shared by rows that are told side by side, and taken by rows after them where those leave some', async () => {
    const batch = await simulate({ cores: 8, rows: rows(60, 1), concurrency: 3 });
    expect(batch.mostRunning).toBe(3);
    expect(batch.mostLanes).toBe(6);
    expect(batch.used).toBeGreaterThan(0.9);
    const starts = batch.log.filter((line) => line.startsWith('start'));
    expect(starts).toEqual(rows(60, 1).map((_, index) => `start ${index}`));
  });

  it('are no more than the memory has room for', async () => {
    const batch = await simulate({ cores: 16, rows: rows(30, 1), room: (open) => 4 - open });
    expect(batch.log).toEqual(inOrder(30));
    expect(batch.mostLanes).toBe(4);
    const none = await simulate({ cores: 16, rows: rows(30, 1), room: () => 0 });
    expect(none.log).toEqual(inOrder(30));
    expect(none.mostLanes).toBe(1);
  });

  it('do not let rows run far ahead of one that takes long', async () => {
    const batch = await simulate({ cores: 8, rows: [200, ...rows(100, 1)] });
    expect(batch.log).toEqual(inOrder(101));
    expect(batch.mostUnfinished).toBeLessThan(16);
  });
});
