/** `benchmark` for people and for programs (cli 10). */
import type { BenchmarkReport, Configuration, ConfigurationResult } from '@framefarm/benchmark';
import { configurationName, elapsed, peakBytes, summarise, throughput } from '@framefarm/benchmark';
import { counted, formatFps, type Quality } from '@framefarm/contract';
import { formatSize } from '../text/quantities.js';
import { paint } from '../text/style.js';
import { neutralisedLine } from '../text/terminal-text.js';

const BYTES_PER_MB = 1024 ** 2;
const HEADS = ['Configuration', 'Average time', 'Frames/s', 'Size', 'Peak memory', 'Failures'] as const;

const TOO_EARLY = 'Not every number of workers was measured; nothing is recommended.';

/** All lines for people: what was measured, the table with the winner marked, what limits, the command line. */
export function benchmarkLines(report: BenchmarkReport, command: string | null, colour: boolean): string[] {
  const { recommendation, limit, unfinished } = report;
  return [
    pieceLine(report),
    '',
    ...tableLines(report, colour),
    '',
    framesLine(report),
    ...report.frames.differences.map(({ configuration, reference, psnrDb }) => {
      const amount = psnrDb === null ? 'differ' : `differ, ${psnrDb.toFixed(1)} dB PSNR`;
      return `  ${configurationName(configuration)} against ${configurationName(reference)}: ${amount}`;
    }),
    ...report.findings,
    ...report.skipped.map(({ what, reason }) => neutralisedLine(`Left out: ${what}: ${reason}.`)),
    ...(limit === null ? [] : [`What limits the render: ${limit.text}.`]),
    ...(unfinished === null
      ? []
      : [`Interrupted after ${unfinished.runs} of ${unfinished.of} runs: all of this rests on those.`]),
    ...(recommendation === null || command === null
      ? [unfinished === null ? 'Every configuration failed; there is nothing to recommend.' : TOO_EARLY]
      : [
          '',
          `Recommended: ${recommendation.reason}.`,
          `Renders at once: ${recommendation.batchConcurrency} (--batch-concurrency, --max-concurrent-renders).`,
          paint('strong', command, colour),
        ]),
  ];
}

function pieceLine({ piece, host }: BenchmarkReport): string {
  const name = piece.builtIn ? 'the built-in composition' : `"${neutralisedLine(piece.compositionId)}"`;
  const part =
    piece.frames === piece.totalFrames
      ? counted(piece.frames, 'frame')
      : `${piece.frames} of ${counted(piece.totalFrames, 'frame')}`;
  const size = `${piece.width}x${piece.height}`;
  const cores = counted(host.cpus, 'core');
  return `Measured ${part} of ${name} (${size}, ${formatFps(piece.fps)}fps, ${piece.format}) on ${cores}, ${host.memoryMb} MB`;
}

function framesLine({ frames }: BenchmarkReport): string {
  if (frames.same) return 'Frames: the same for any number of workers and renders at once.';
  const names = frames.outliers.map(configurationName).join('; ');
  return `Frames DIFFER where they must be the same, so these are not recommended: ${names}.`;
}

/** The table: its head, a rule, and a line per configuration; `▸` marks the winner. */
export function tableLines(report: BenchmarkReport, colour: boolean): string[] {
  const rows = report.results.map((result) => cells(result, report.piece.frames));
  const widths = HEADS.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[], mark: string): string =>
    `${mark} ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`;
  return [
    paint('strong', line(HEADS, ' '), colour),
    `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`,
    ...rows.map((row, index) => {
      const isWinner = report.results[index] === report.winner;
      return isWinner ? paint('good', line(row, '▸'), colour) : line(row, ' ');
    }),
    ...report.results.flatMap((result) => {
      const [failure] = result.failures;
      return failure === undefined ? [] : [neutralisedLine(`  ${configurationName(result.configuration)}: ${failure}`)];
    }),
  ];
}

function cells(result: ConfigurationResult, frames: number): string[] {
  const times = elapsed(result);
  const rate = throughput(result, frames);
  const peak = peakBytes(result);
  const half = times === null ? 0 : (times.max - times.min) / 2;
  const spread = result.runs.length > 1 ? ` ±${(half / 1000).toFixed(1)}` : '';
  return [
    configurationName(result.configuration),
    times === null ? '–' : `${(times.mean / 1000).toFixed(1)}s${spread}`,
    rate === null ? '–' : rate.toFixed(1),
    result.runs.length === 0 ? '–' : formatSize(Math.round(summarise(result.runs.map((run) => run.fileSize)).mean)),
    peak === null ? '–' : formatSize(peak),
    String(result.failures.length),
  ];
}

export interface DocumentFacts {
  readonly quality: Quality;
  readonly command: string | null;
  readonly version: string;
}

/** The one document of `--json`; fields beyond those of cli 10 may be added, none may change. */
export function benchmarkDocument(
  report: BenchmarkReport,
  { quality, command, version }: DocumentFacts,
): Readonly<Record<string, unknown>> {
  const { host, piece, recommendation, limit } = report;
  const named = (configuration: Configuration): string => configurationName(configuration);
  return {
    host: {
      cpus: host.cpus,
      memoryMb: host.memoryMb,
      gpu: host.hardwareEncoders.length === 0 ? null : host.hardwareEncoders.join(', '),
    },
    composition: { ...piece, fps: formatFps(piece.fps) },
    results: report.results.map((result) => resultFields(result, report, quality)),
    skipped: report.skipped,
    frames: {
      same: report.frames.same,
      outliers: report.frames.outliers.map(named),
      differences: report.frames.differences.map(({ configuration, reference, psnrDb }) => ({
        config: named(configuration),
        reference: named(reference),
        psnrDb: psnrDb === null || !Number.isFinite(psnrDb) ? null : round(psnrDb, 1),
      })),
    },
    limit,
    findings: report.findings,
    unfinished: report.unfinished,
    recommendation: recommendation === null ? null : { ...recommendation, command },
    _meta: { version },
  };
}

function resultFields(
  result: ConfigurationResult,
  { piece }: BenchmarkReport,
  quality: Quality,
): Readonly<Record<string, unknown>> {
  const { configuration, runs } = result;
  const times = elapsed(result);
  const peak = peakBytes(result);
  const rate = throughput(result, piece.frames);
  return {
    config: configurationName(configuration),
    fps: formatFps(piece.fps),
    quality,
    workers: configuration.workers,
    concurrency: configuration.concurrency,
    capturePath: configuration.capturePath,
    encoderThreads: configuration.encoderThreads,
    avgTimeMs: times === null ? null : Math.round(times.mean),
    medianTimeMs: times === null ? null : Math.round(times.median),
    spreadMs: times === null ? null : Math.round(times.max - times.min),
    framesPerSecond: rate === null ? null : round(rate, 2),
    avgSizeBytes: runs.length === 0 ? null : Math.round(summarise(runs.map((run) => run.fileSize)).mean),
    peakMemoryMb: peak === null ? null : Math.round(peak / BYTES_PER_MB),
    failures: result.failures.length,
    failureMessages: result.failures,
    frameHash: result.frameHash,
    runs: runs.map((run) => ({
      elapsedMs: Math.round(run.elapsedMs),
      fileSize: run.fileSize,
      captureMs: Math.round(run.captureMs),
      peakMemoryMb: run.peakBytes === null ? null : Math.round(run.peakBytes / BYTES_PER_MB),
      cpuSeconds: run.cpuSeconds,
    })),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
