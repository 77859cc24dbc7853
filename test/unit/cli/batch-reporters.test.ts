import type { BatchEvent, RowResult } from '@framefarm/batch';
import { FramefarmError, type ProgressEvent } from '@framefarm/contract';
import { describe, expect, it, vi } from 'vitest';
import { createTableDisplay, SILENT_BATCH_DISPLAY } from '../../../oclif/src/formatters/batch/batch-display.js';
import { createBatchJsonReporter } from '../../../oclif/src/formatters/batch/batch-json-reporter.js';
import { batchLine, plainStandingLine, tableLines } from '../../../oclif/src/formatters/batch/batch-lines.js';
import { createBatchPeopleReporter } from '../../../oclif/src/formatters/batch/batch-people-reporter.js';
import { createBatchProgress } from '../../../oclif/src/formatters/batch/batch-progress.js';
import { batchExit } from '../../../oclif/src/session/batch-run.js';
import { keptStreams } from './results.js';

const RESULT: RowResult = {
  output: { path: '/out/a.mp4', size: 2048, sha256: 'ab', width: 64, height: 36 },
  frames: 50,
  durationMs: 2000,
  warnings: [],
  notices: [],
  substitutions: [],
  image: null,
  sandbox: { on: true, reason: 'on' },
};
const start = (total: number): BatchEvent => ({
  kind: 'batch-start',
  total,
  concurrency: 1,
  manifestPath: '/out/manifest.json',
});
const rowStart = (index: number): BatchEvent => ({ kind: 'row-start', index, outputPath: `/out/${index}.mp4` });
const progress = (index: number, percent: number, stage: ProgressEvent['stage'] = 'capture'): BatchEvent => ({
  kind: 'row-render',
  index,
  event: { kind: 'progress', stage, progress: percent, framesRendered: percent, totalFrames: 100 },
});
const complete = (index: number, changes: object = {}): BatchEvent => ({
  kind: 'row-complete',
  index,
  outputPath: `/out/${index}.mp4`,
  renderTimeMs: 1500,
  result: RESULT,
  copyOf: null,
  resumed: false,
  ...changes,
});
const error = new FramefarmError('ENCODER_FAILED', 'it broke');
const failed = (index: number): BatchEvent => ({
  kind: 'row-error',
  index,
  outputPath: `/out/${index}.mp4`,
  error,
  stage: 'encode',
});
const end: BatchEvent = {
  kind: 'batch-complete',
  manifest: {
    version: 1,
    batchPath: '/rows.json',
    manifestPath: '/out/manifest.json',
    ...{ total: 3, completed: 2, failed: 1, skipped: 0 },
    rows: [],
  },
};

const PEOPLE = {
  display: SILENT_BATCH_DISPLAY,
  decorate: { results: false, talk: false },
  quiet: false,
  debug: false,
  dryRun: () => false,
  shown: (path: string) => path.slice(1),
};

describe('events of a batch', () => {
  it('tell progress at most four times a second for each row, and the newest then', () => {
    vi.useFakeTimers();
    const kept = keptStreams();
    const reporter = createBatchJsonReporter({ streams: kept.streams, debug: false, now: () => Date.now() });
    reporter.event(start(2));
    for (const index of [0, 1]) reporter.event(rowStart(index));
    for (let step = 0; step <= 100; step += 1) {
      for (const index of [0, 1]) reporter.event(progress(index, step));
      vi.advanceTimersByTime(10);
    }
    reporter.event(complete(0));
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    const lines = kept.results.map((line) => JSON.parse(line));
    const told = lines.filter(({ type, index }) => type === 'batch-row-progress' && index === 0);
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect(told.length).toBeLessThanOrEqual(5);
    expect(told.map((line) => line.progress)).toEqual(told.map((line) => line.progress).toSorted((a, b) => a - b));
    expect(lines.at(-2)).toMatchObject({ type: 'batch-row-complete', index: 0 });
    expect(lines.at(-1)).toMatchObject({ type: 'batch-row-progress', index: 1, progress: 100 });
  });

  it('end with batch-complete or error, and nothing comes after', () => {
    for (const last of ['batch-complete', 'error']) {
      const kept = keptStreams();
      const reporter = createBatchJsonReporter({ streams: kept.streams, debug: false });
      reporter.event(start(1));
      if (last === 'error') reporter.fail(error);
      else reporter.event(end);
      reporter.event(rowStart(0));
      reporter.fail(error);
      expect(kept.results.map((line) => JSON.parse(line).type)).toEqual(['batch-start', last]);
    }
  });
});

describe('warnings of a batch', () => {
  const warning = { code: 'media_load_failed', message: 'no a.png', stage: 'compile', details: {} } as const;
  const warn = (index: number): BatchEvent => ({ kind: 'row-render', index, event: { kind: 'warning', warning } });
  const warned = { result: { ...RESULT, warnings: [warning] } };
  const rows = [
    ...[start(4), warn(0), warn(0), complete(0, warned), complete(1, { ...warned, copyOf: 0 })],
    ...[complete(2, { ...warned, resumed: true }), rowStart(3), warn(3), failed(3), end],
  ];

  it('are those of the rows that completed, copies and earlier ones too, however often one was told', () => {
    const kept = keptStreams();
    const reporter = createBatchPeopleReporter({ ...PEOPLE, streams: kept.streams });
    for (const event of rows) reporter.event(event);
    expect(kept.talk().match(/Warning media_load_failed/g)).toHaveLength(1);
    expect(kept.talk()).toMatch(/^Completed with 3 warnings in 3 rows$/m);
  });

  it('stand with the error of a row that failed', () => {
    const kept = keptStreams();
    const reporter = createBatchJsonReporter({ streams: kept.streams, debug: false });
    for (const event of rows) reporter.event(event);
    const last = kept.results.map((line) => JSON.parse(line)).find(({ type }) => type === 'batch-row-error');
    expect(last).toMatchObject({ warnings: [warning], notices: [] });
  });
});

describe('a batch for people', () => {
  it('has the number of its row before each line, and says once what all rows say', () => {
    const kept = keptStreams();
    const reporter = createBatchPeopleReporter({ ...PEOPLE, streams: kept.streams });
    reporter.event(start(4));
    for (const index of [0, 1]) {
      const notice = { code: 'lint', message: 'one warning' };
      reporter.event({ kind: 'row-render', index, event: { kind: 'notice', notice } });
      reporter.event(complete(index));
    }
    reporter.event(complete(2, { copyOf: 0 }));
    reporter.event(complete(3, { resumed: true }));
    reporter.event(failed(3));
    reporter.event(end);
    expect(kept.results).toEqual([
      '[1/4] Encoded to out/0.mp4 (2.0s, 64x36, 2.0KB)',
      '[2/4] Encoded to out/1.mp4 (2.0s, 64x36, 2.0KB)',
      '[3/4] Copied to out/2.mp4 (same inputs as row 1)',
      '[4/4] Already done: out/3.mp4',
      'Batch: 2 of 3 completed, 1 failed; manifest out/manifest.json',
    ]);
    expect(kept.talk().match(/Notice lint/g)).toHaveLength(1);
    expect(kept.talk()).toMatch(/^\[4\/4\] Error: FFmpeg failed \[ENCODER_FAILED\]$/m);
  });

  it('keeps to the width and height of a terminal', () => {
    const standing = createBatchProgress(() => 0);
    standing.update(start(100));
    for (let index = 0; index < 20; index += 1) {
      standing.update(rowStart(index));
      standing.update(progress(index, 50));
    }
    const lines = tableLines(standing.standing(), (path) => path.repeat(9), { columns: 60, maxRows: 5 });
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/^ {4}1 {2}█{8}░{8} {2}50% {2}capturing/);
    expect(lines[5]).toBe('  and 15 more rows');
    expect(lines[6]).toBe('0 of 100 completed, 20 running');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60);
  });

  it('takes its table away completely before other text', () => {
    let told = '';
    const standing = createBatchProgress(() => 0);
    standing.update(start(3));
    standing.update(rowStart(0));
    const display = createTableDisplay({
      tell: (text) => {
        told += text;
      },
      standing: standing.standing,
      shown: (path) => path,
      size: () => ({ columns: 80, rows: 24 }),
    });
    display.update();
    expect(told.split('\n')).toHaveLength(2);
    told = '';
    display.clear();
    expect(told).toBe('\r\u001b[1A\u001b[0J');
    display.stop();
    display.update();
    expect(told).toBe('\r\u001b[1A\u001b[0J');
  });

  it('estimates the time that is left from the rows that took time here', () => {
    let now = 0;
    const standing = createBatchProgress(() => now);
    const update = (...events: BatchEvent[]) => events.forEach(standing.update);
    update(start(10), rowStart(0));
    expect(standing.standing().remainingSeconds).toBeNull();
    now = 10_000;
    update(complete(0), rowStart(1), complete(1, { resumed: true }), rowStart(2), complete(2, { copyOf: 0 }));
    update(rowStart(3), progress(3, 50));
    // One row and a half took 10 s; six rows and a half are left.
    expect(standing.standing().remainingSeconds).toBeCloseTo((6.5 * 10) / 1.5);
    expect(plainStandingLine(standing.standing())).toBe(
      'Progress 3 of 10 completed, 1 running, ETA 44s, row 4 at 50% capturing',
    );
  });

  it('ends with one line and a status that tells all, some or none', () => {
    const counts = { total: 3, completed: 1, failed: 1, skipped: 1 };
    expect(batchLine(counts, null)).toBe('Batch: 1 of 3 completed, 1 failed, 1 skipped; dry run, nothing was rendered');
    expect([3, 2, 0].map((completed) => batchExit({ ...counts, completed }))).toEqual([0, 68, 1]);
  });
});
