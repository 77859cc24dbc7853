import type { BatchEvent, RowResult } from '@framefarm/batch';
import { FramefarmError, type ProgressEvent } from '@framefarm/contract';
import { describe, expect, it, vi } from 'vitest';
import {
  createPlainBatchDisplay,
  createTableDisplay,
  SILENT_BATCH_DISPLAY,
} from '../../../oclif/src/formatters/batch/batch-display.js';
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
const end: Extract<BatchEvent, { kind: 'batch-complete' }> = {
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

  it('tell of each row where it goes and how it ended', () => {
    const kept = keptStreams();
    const reporter = createBatchJsonReporter({ streams: kept.streams, debug: false });
    const rows = [rowStart(0), complete(0), rowStart(1), failed(1)];
    for (const event of [start(3), ...rows]) reporter.event(event);
    reporter.event({ kind: 'row-skipped', index: 2, outputPath: '/out/2.mp4' });
    const plain = { warnings: [], notices: [] };
    expect(kept.results.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'batch-start', total: 3, concurrency: 1, manifestPath: '/out/manifest.json' },
      { type: 'batch-row-start', index: 0, outputPath: '/out/0.mp4' },
      { type: 'batch-row-complete', index: 0, size: 2048, sha256: 'ab', width: 64, height: 36, dryRun: false },
      { type: 'batch-row-start', index: 1, outputPath: '/out/1.mp4' },
      { type: 'batch-row-error', index: 1, errorCode: 'ENCODER_FAILED', error: 'it broke', ...plain },
      { type: 'batch-row-skipped', index: 2, outputPath: '/out/2.mp4' },
    ]);
    expect(kept.talk()).toMatch(/^row 2: Error: /);
  });

  it('have a file of null for a row that was only planned', () => {
    const kept = keptStreams();
    const reporter = createBatchJsonReporter({ streams: kept.streams, debug: false });
    reporter.event(complete(0, { result: { ...RESULT, output: null } }));
    const nothing = { size: null, sha256: null, width: null, height: null, dryRun: true };
    expect(JSON.parse(kept.results[0] ?? '')).toMatchObject(nothing);
  });

  it('give a failed row what was told of it, and logs to stderr with --debug alone', () => {
    const notice = { code: 'lint', message: 'one warning' } as const;
    const told = (event: Extract<BatchEvent, { kind: 'row-render' }>['event']): BatchEvent => ({
      kind: 'row-render',
      index: 0,
      event,
    });
    for (const debug of [false, true]) {
      const kept = keptStreams();
      const reporter = createBatchJsonReporter({ streams: kept.streams, debug });
      const log = told({ kind: 'log', source: 'browser', line: 'hello' });
      for (const event of [rowStart(0), told({ kind: 'notice', notice }), log, failed(0)]) reporter.event(event);
      expect(JSON.parse(kept.results.at(-1) ?? '')).toMatchObject({ notices: [notice], warnings: [] });
      expect(kept.talk().includes('row 1: [browser] hello\n')).toBe(debug);
    }
  });

  it('end with batch-complete or error, and nothing comes after', () => {
    for (const last of ['batch-complete', 'error']) {
      const kept = keptStreams();
      const reporter = createBatchJsonReporter({ streams: kept.streams, debug: false });
      reporter.event(start(1));
      if (last === 'error') reporter.fail(error);
      else reporter.event(end);
      const talk = kept.talk();
      reporter.event(rowStart(0));
      reporter.fail(error);
      expect(kept.results.map((line) => JSON.parse(line).type)).toEqual(['batch-start', last]);
      expect([kept.talk() === talk, talk.includes('ENCODER_FAILED')]).toEqual([true, last === 'error']);
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

  /** Results and talk of a batch of so many rows in which this happens. */
  function shownOf(events: readonly BatchEvent[], options: Partial<typeof PEOPLE> = {}) {
    const kept = keptStreams();
    const reporter = createBatchPeopleReporter({ ...PEOPLE, ...options, streams: kept.streams });
    for (const event of events) reporter.event(event);
    return { results: kept.results, talk: kept.talk().split('\n').filter(Boolean) };
  }
  const told = (event: Extract<BatchEvent, { kind: 'row-render' }>['event']): BatchEvent => ({
    kind: 'row-render',
    index: 0,
    event,
  });
  const started = { kind: 'start', compositionId: 'title', fps: '30', quality: 'high', outputPath: '/o' } as const;
  const steps = [
    ...[start(2), rowStart(0), told(started), told({ kind: 'lanes', lanes: 2, upperBound: 4, reason: 'cores' })],
    ...[told({ kind: 'log', source: 'browser', line: 'hello' }), progress(0, 50)],
    told({ kind: 'captured', frames: 50, seconds: 1 }),
  ];

  it('tells what each row does, and its logs with --debug alone', () => {
    const { results, talk } = shownOf([...steps, complete(0)]);
    expect(results).toEqual([
      '[1/2] Rendering composition "title" (30fps, high quality)',
      '[1/2] Captured 50 frames in 1.0s',
      '[1/2] Encoded to out/0.mp4 (2.0s, 64x36, 2.0KB)',
    ]);
    expect(talk).toEqual(['[1/2] Workers: 2 of 4 (cores)']);
    const debugged = shownOf(steps, { debug: true }).talk;
    expect(debugged).toEqual(['[1/2] Workers: 2 of 4 (cores)', '[1/2] [browser] hello']);
  });

  it('that is to be quiet names its files and what failed, no more', () => {
    const { results, talk } = shownOf([...steps, complete(0), rowStart(1), failed(1), end], { quiet: true });
    expect(results).toEqual(['out/0.mp4']);
    expect(talk[0]).toBe('[2/2] Error: FFmpeg failed [ENCODER_FAILED]');
  });

  it('that is only planned says what would be rendered, and of no manifest', () => {
    const planned = complete(0, { result: { ...RESULT, output: null } });
    expect(shownOf([start(1), planned, end], { dryRun: () => true }).results).toEqual([
      '[1/1] 50 frames would be rendered to out/0.mp4',
      'Batch: 2 of 3 completed, 1 failed; dry run, nothing was rendered',
    ]);
  });

  it('says once that browsers run without their sandbox, and what rows were not begun', () => {
    const off = { result: { ...RESULT, sandbox: { on: false, reason: 'FRAMEFARM_BROWSER_SANDBOX=off' } } };
    const skipped = (index: number): BatchEvent => ({ kind: 'row-skipped', index, outputPath: '/o' });
    const notice = { code: 'lint', message: 'of the whole batch' };
    const happened = [complete(0, off), complete(1, off), skipped(2), skipped(3)];
    expect(shownOf([start(4), { kind: 'batch-notice', notice }, ...happened]).talk).toEqual([
      'Notice lint: of the whole batch',
      '[1/4] Notice sandbox_off: the Chromium sandbox is off: FRAMEFARM_BROWSER_SANDBOX=off',
      'Rows that had not been started are skipped.',
    ]);
  });

  it('has a mark before its end where all rows completed', () => {
    const marked = { decorate: { results: true, talk: false } };
    const all = { ...end, manifest: { ...end.manifest, completed: 3, failed: 0 } };
    expect(shownOf([all], marked).results[0]).toMatch(/✓.* Batch: 3 of 3 completed;/);
    expect(shownOf([end], marked).results[0]).toMatch(/^Batch: 2 of 3 completed/);
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
    expect([lines[0]?.length, lines[0]?.endsWith('…')]).toEqual([59, true]);
    expect(Math.max(...lines.map((line) => line.length))).toBe(59);
  });

  describe('on a terminal', () => {
    /** What takes away three lines. */
    const GONE = '\r\u001b[2A\u001b[0J';
    /** A table of twenty running rows on a terminal of so many lines. */
    function table(rows: number) {
      let [told, now] = ['', 0];
      const standing = createBatchProgress(() => now);
      standing.update(start(100));
      for (let index = 0; index < 20; index += 1) standing.update(rowStart(index));
      const display = createTableDisplay({
        tell: (text) => {
          told += text;
        },
        standing: standing.standing,
        shown: (path) => path,
        size: () => ({ columns: 80, rows }),
        now: () => now,
      });
      /** What `act` writes. */
      const written = (act: () => void): string => {
        told = '';
        act();
        return told;
      };
      const wait = (ms: number): void => {
        now += ms;
      };
      return { display, written, wait };
    }

    it.each([
      [2, 1],
      [5, 2],
      [10, 7],
      [60, 8],
    ])('of %i lines shows %i rows, what there are more of, and the standing', (rows, shown) => {
      const { display, written } = table(rows);
      expect(written(display.update).split('\n')).toHaveLength(shown + 2);
    });

    it('is drawn over ten times a second at most, at once after other text, and not when it is over', () => {
      const { display, written, wait } = table(4);
      const drawn = written(display.update);
      expect(drawn).toMatch(/^ {4}1 {2}░{16} {3}0% {2}waiting {2}/);
      wait(99);
      expect(written(display.update)).toBe('');
      wait(1);
      expect(written(display.update)).toBe(`${GONE}${drawn}`);
      display.clear();
      expect(written(display.clear)).toBe('');
      expect(written(display.update)).toBe(drawn);
      expect(written(display.stop)).toBe(GONE);
      wait(1_000);
      expect(written(display.update)).toBe('');
    });
  });

  it('off a terminal is never silent for ten seconds, until it is over', () => {
    vi.useFakeTimers();
    try {
      const standing = createBatchProgress(() => 0);
      standing.update(start(3));
      const told: string[] = [];
      const display = createPlainBatchDisplay((text) => told.push(text), standing.standing);
      vi.advanceTimersByTime(9_999);
      expect(told).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(told).toEqual(['Progress 0 of 3 completed\n']);
      vi.advanceTimersByTime(9_000);
      display.clear();
      vi.advanceTimersByTime(9_000);
      expect(told).toHaveLength(1);
      vi.advanceTimersByTime(1_000);
      expect(told).toHaveLength(2);
      display.stop();
      display.clear();
      vi.advanceTimersByTime(60_000);
      expect(told).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('off a terminal has a line at each tenth of the whole, but where the line of a row says it', () => {
    const standing = createBatchProgress(() => 0);
    const kept = keptStreams();
    const display = createPlainBatchDisplay(kept.streams.tell, standing.standing);
    const reporter = createBatchPeopleReporter({ ...PEOPLE, streams: kept.streams, display });
    const lines = (...events: BatchEvent[]) => {
      const before = kept.talk().length;
      for (const event of events) {
        standing.update(event);
        reporter.event(event);
      }
      return kept.talk().slice(before).split('\n').filter(Boolean);
    };
    expect(lines(start(4), rowStart(0), progress(0, 6), progress(0, 39))).toEqual([]);
    const first = 'Progress 0 of 4 completed, 1 running, row 1 at 40% capturing';
    expect(lines(progress(0, 40), progress(0, 41), progress(0, 79))).toEqual([first]);
    // Its own line follows at once.
    expect(lines(progress(0, 99, 'publish'), complete(0), rowStart(1), progress(1, 19))).toEqual([]);
    expect(lines(progress(1, 100, 'encode'))).toEqual(['Progress 1 of 4 completed, 1 running, row 2 at 100% encoding']);
    expect(lines(failed(1), rowStart(2), progress(2, 0)).join()).toMatch(/^\[2\/4\] Error: (?!.*Progress)/);
    const skipped = [2, 3].map((index): BatchEvent => ({ kind: 'row-skipped', index, outputPath: '/o' }));
    expect(lines(...skipped)).toEqual(['Rows that had not been started are skipped.']);
    expect(lines(end)).toEqual([]);
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
    const whole = { total: 3, completed: 3, failed: 0, skipped: 0 };
    expect(batchLine(whole, 'out/m.json')).toBe('Batch: 3 of 3 completed; manifest out/m.json');
    const stopped = { ...counts, running: [], remainingSeconds: 0 };
    expect(plainStandingLine(stopped)).toBe('Progress 1 of 3 completed, 1 failed, 1 skipped');
    expect(batchLine(counts, null)).toBe('Batch: 1 of 3 completed, 1 failed, 1 skipped; dry run, nothing was rendered');
    expect([3, 2, 0].map((completed) => batchExit({ ...counts, completed }))).toEqual([0, 68, 1]);
  });
});
