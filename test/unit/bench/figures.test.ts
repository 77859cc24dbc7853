import { describe, expect, it } from 'vitest';
import { processKind } from '../../../bench/measure/process-kind.ts';
import { statFields } from '../../../bench/measure/process-tree.ts';
import { withUnseen } from '../../../bench/measure/run-command.ts';
import { median, medianByKey, spread } from '../../../bench/measure/statistics.ts';

describe('statistics of the benchmark', () => {
  it('take the middle, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(() => median([])).toThrow(RangeError);
  });
  it('keep the range beside the median', () => {
    expect(spread([2, 9, 4])).toEqual({ median: 4, min: 2, max: 9 });
  });
  it('count a kind of process that a run lacks as nothing', () => {
    expect(medianByKey([{ node: 1, encoder: 4 }, { node: 3 }, { node: 2 }])).toEqual({ node: 2, encoder: 0 });
  });
});

describe('processes of the benchmark', () => {
  it.each([
    ['/usr/bin/ffmpeg\0-y', 'encoder'],
    ['/a/compositor-linux-x64-gnu/ffmpeg\0-i', 'encoder'],
    ['/a/chrome-headless-shell\0--headless', 'browser'],
    ['/a/chrome-headless-shell --type=renderer --lang=en-US', 'renderer'],
    ['/a/chrome-headless-shell --type=gpu-process', 'gpu'],
    ['node\0/a/bin/framefarm\0render\0--ffmpeg-path\0/b', 'node'],
    ['/a/compositor-linux-x64-gnu/remotion\0{}', 'other'],
    ['/my videos/chrome-headless-shell\0--headless', 'browser'],
  ])('are known by their program, %j', (commandLine, kind) => {
    expect(processKind(commandLine)).toBe(kind);
  });
  it('may have spaces and brackets in their names', () => {
    expect(statFields('12 (a) b) S 7 12').slice(0, 2)).toEqual(['S', '7']);
  });
  it('that ended unseen count by what the kernel has summed up', () => {
    expect(withUnseen({ node: 1, encoder: 2 }, 3.5)).toEqual({ node: 1, encoder: 2, other: 0.5 });
    expect(withUnseen({ node: 1, encoder: 2 }, 2)).toEqual({ node: 1, encoder: 2, other: 0 });
  });
});
