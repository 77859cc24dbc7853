import { RENDER_OPTIONS } from '@framefarm/contract';
import { describe, expect, it, vi } from 'vitest';
import { createBenchmarkProgress } from '../../../oclif/src/formatters/reports/benchmark-progress.js';
import {
  benchmarkDocument,
  benchmarkLines,
  tableLines,
} from '../../../oclif/src/formatters/reports/benchmark-report.js';
import { readRuns, recommendedCommand, repeatedFlags } from '../../../oclif/src/target/benchmark-request.js';
import { failed, report, result, usual } from './results.js';

describe('the report for people', () => {
  it('is a table with the winner marked', () => {
    expect(tableLines(report(), false)).toEqual([
      '  Configuration                  Average time  Frames/s   Size  Peak memory  Failures',
      '  ─────────────────────────────  ────────────  ────────  ─────  ───────────  ────────',
      '▸ 1 worker, surface, 2 threads      2.1s ±0.1      57.1  2.0KB      300.0MB         0',
      '  2 workers, surface, 2 threads     3.0s ±0.1      39.3  2.0KB      300.0MB         0',
    ]);
  });
  it('names what was measured, what limits, and one command line at its end', () => {
    const lines = benchmarkLines(report(), 'framefarm render slides --workers 1', false);
    expect(lines[0]).toBe('Measured 120 of 300 frames of "slides" (1280x720, 30fps, mp4) on 4 cores, 8192 MB');
    expect(lines).toContain('What limits the render: the encoder: 20.0 of 40.0 ms.');
    expect(lines).toContain('Frames: the same for any number of workers and renders at once.');
    expect(lines.slice(-3)).toEqual([
      'Recommended: 1 worker: 2 took longer.',
      'Renders at once: 2 (--batch-concurrency, --max-concurrent-renders).',
      'framefarm render slides --workers 1',
    ]);
  });
  it('shows why a configuration failed', () => {
    const broken = failed({ workers: 2 }, 'BROWSER_CRASHED: it\u001b[31m ended');
    const lines = benchmarkLines(report({ results: [broken], winner: null, recommendation: null }), null, false);
    expect(lines).toContain('  2 workers, surface, 2 threads: BROWSER_CRASHED: it\\x1b[31m ended');
    expect(lines.at(-1)).toBe('Every configuration failed; there is nothing to recommend.');
  });
  it('says on how many runs it rests when it was interrupted, and whether that is enough', () => {
    const unfinished = { runs: 3, of: 20 };
    const enough = benchmarkLines(report({ unfinished }), 'framefarm render slides --workers 1', false);
    expect(enough).toContain('Interrupted after 3 of 20 runs: all of this rests on those.');
    expect(enough.at(-1)).toBe('framefarm render slides --workers 1');
    const early = benchmarkLines(report({ unfinished, winner: null, recommendation: null }), null, false);
    expect(early.at(-1)).toBe('Not every number of workers was measured; nothing is recommended.');
  });
  it('says loudly which frames differ where they must not, and how far paths differ', () => {
    const reference = { ...usual };
    const screenshot = { ...usual, capturePath: 'screenshot' } as const;
    const lines = benchmarkLines(
      report({
        frames: {
          same: false,
          outliers: [{ ...usual, workers: 2 }],
          differences: [{ configuration: screenshot, reference, psnrDb: 41.26 }],
        },
      }),
      'framefarm render --workers 1',
      false,
    );
    expect(lines).toContain(
      'Frames DIFFER where they must be the same, so these are not recommended: 2 workers, surface, 2 threads.',
    );
    expect(lines).toContain(
      '  1 worker, screenshot, 2 threads against 1 worker, surface, 2 threads: differ, 41.3 dB PSNR',
    );
  });
  it('paints only where it may', () => {
    expect(benchmarkLines(report(), 'x', false).join('')).not.toContain('\u001b');
    expect(benchmarkLines(report(), 'x', true).join('')).toContain('\u001b');
  });
});

describe('progress', () => {
  it('is a line at each step, and one at least every ten seconds', () => {
    vi.useFakeTimers();
    try {
      let told = '';
      const progress = createBenchmarkProgress((text) => {
        told += text;
      });
      progress.event({ kind: 'run', step: 3, steps: 7, what: '2 workers' });
      expect(told).toBe('[3/7] 2 workers\n');
      vi.advanceTimersByTime(10_000);
      expect(told).toBe('[3/7] 2 workers\n[3/7] 2 workers (10s)\n');
      progress.stop();
      vi.advanceTimersByTime(60_000);
      expect(told).toBe('[3/7] 2 workers\n[3/7] 2 workers (10s)\n');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the document for programs (cli 10)', () => {
  const facts = { quality: 'standard', command: 'framefarm render --workers 1', version: '1.2.3' } as const;
  it('has host, results, recommendation and _meta', () => {
    expect(benchmarkDocument(report(), facts)).toMatchObject({
      host: { cpus: 4, memoryMb: 8192, gpu: null },
      results: [
        {
          config: '1 worker, surface, 2 threads',
          fps: '30',
          quality: 'standard',
          workers: 1,
          concurrency: 1,
          avgTimeMs: 2100,
          avgSizeBytes: 2048,
          peakMemoryMb: 300,
          failures: 0,
          runs: [
            { elapsedMs: 2000, fileSize: 2048 },
            { elapsedMs: 2200, fileSize: 2048 },
            { elapsedMs: 2100, fileSize: 2048 },
          ],
        },
        { workers: 2, avgTimeMs: 3050 },
      ],
      recommendation: {
        workers: 1,
        batchConcurrency: 2,
        maxConcurrentRenders: 2,
        reason: '1 worker: 2 took longer',
        command: 'framefarm render --workers 1',
      },
      _meta: { version: '1.2.3' },
    });
  });
  it('holds null for what was not measured, and no number that JSON cannot carry', () => {
    const unmeasured = report({
      results: [failed({})],
      recommendation: null,
      winner: null,
      frames: {
        same: true,
        outliers: [],
        differences: [{ configuration: usual, reference: usual, psnrDb: Number.POSITIVE_INFINITY }],
      },
    });
    const document = benchmarkDocument(unmeasured, { ...facts, command: null });
    expect(document).toMatchObject({
      results: [{ avgTimeMs: null, avgSizeBytes: null, peakMemoryMb: null, failures: 1, runs: [] }],
      recommendation: null,
      frames: { differences: [{ psnrDb: null }] },
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
  it('names the hardware encoders that work', () => {
    const host = { cpus: 8, memoryMb: 1, hardwareEncoders: ['nvenc', 'vaapi'] };
    expect(benchmarkDocument(report({ host, results: [result({}, [1])] }), facts)).toMatchObject({
      host: { gpu: 'nvenc, vaapi' },
    });
  });
});

describe('the recommended command line', () => {
  const { quality, fps, packageMap, packageDir, variables, offline } = RENDER_OPTIONS;
  const table = { fps, quality, packageMap, packageDir, variables, offline };
  const command = (directory: string | null, flags: Readonly<Record<string, unknown>>): string =>
    recommendedCommand(directory, 3, repeatedFlags(flags, table));
  it('repeats what was asked for, and nothing that concerns the benchmark alone', () => {
    const flags = { quality: 'draft', fps: '30000/1001', 'package-map': false, offline: true, runs: '5', json: true };
    expect(command('slides', flags)).toBe(
      'framefarm render slides --workers 3 --fps 30000/1001 --quality draft --no-package-map --offline',
    );
    expect(command(null, {})).toBe('framefarm render --workers 3');
    expect(command('.', { 'no-config': true })).toBe('framefarm render . --workers 3 --no-config');
  });
  it('can be given to a shell as it is', () => {
    expect(command("it's here", { variables: '{"a":"b c"}', 'package-dir': ['x', 'y z'], config: 'a b.json' })).toBe(
      `framefarm render 'it'\\''s here' --workers 3 --package-dir x --package-dir 'y z' --variables '{"a":"b c"}' --config 'a b.json'`,
    );
  });
});

describe('--runs', () => {
  it('is 3 unless a number from 1 to 20 is given', () => {
    expect(readRuns(undefined)).toBe(3);
    expect(readRuns('20')).toBe(20);
    for (const typed of ['0', '21', '2.5', 'x', '']) {
      expect(readRuns(typed)).toMatchObject({ field: '--runs', code: 'invalid_value' });
    }
  });
});
