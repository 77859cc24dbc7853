/** Measures configurations in turns, so that a change of the machine's speed touches all alike. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asFramefarmError, FORMATS, type RenderOptions } from '@framefarm/contract';
import type { Ffmpeg } from '@framefarm/media';
import { makeDirectory } from '@framefarm/process';
import type { Configuration, ConfigurationResult, MeasuredRun, Skipped } from '../api.js';
import { hashFrames } from '../frames/compare-outputs.js';
import { configurationName } from '../plan/candidates.js';
import type { JobResult } from './render-job.js';
import { runJob } from './run-job.js';

export interface SeriesInput {
  readonly configurations: readonly Configuration[];
  readonly runs: number;
  readonly projectDir: string;
  /** Options of the measured piece; workers come from each configuration. */
  readonly options: RenderOptions;
  readonly ffmpeg: Ffmpeg;
  /** Directory of the outputs: of each configuration the first one stays. */
  readonly outputDir: string;
  readonly signal: AbortSignal;
  /** Called before each run. */
  readonly onRun: (configuration: Configuration, run: number) => void;
}

export interface Series {
  /** In the order of the configurations; without those that turned out not to be possible. */
  readonly results: readonly ConfigurationResult[];
  readonly skipped: readonly Skipped[];
  /** Those of which an abort left no run. */
  readonly unreached: readonly Configuration[];
}

interface Tally {
  readonly configuration: Configuration;
  readonly runs: MeasuredRun[];
  readonly failures: string[];
  frameHash: string | null;
  skipped: Skipped | null;
}

/**
 * The first run goes through the configurations forwards, the second backwards, and so on. A run that fails is counted;
 * a configuration that the render did not follow (too little memory, a page that the capture path cannot show) is left out.
 * After an abort it has what was measured until then. Never throws.
 */
export async function measureSeries(input: SeriesInput): Promise<Series> {
  const tallies = input.configurations.map(
    (configuration): Tally => ({ configuration, runs: [], failures: [], frameHash: null, skipped: null }),
  );
  await makeDirectory(input.outputDir);
  for (let run = 0; run < input.runs; run += 1) {
    for (const tally of run % 2 === 0 ? tallies : tallies.toReversed()) {
      if (tally.skipped !== null || input.signal.aborted) continue;
      input.onRun(tally.configuration, run);
      try {
        await measureOnce(input, tally);
      } catch (thrown) {
        if (input.signal.aborted) continue;
        const { code, message } = asFramefarmError(thrown);
        tally.failures.push(`${code}: ${message}`);
      }
    }
  }
  const isReached = ({ runs, failures }: Tally): boolean => runs.length + failures.length > 0;
  const possible = tallies.filter(({ skipped }) => skipped === null);
  return {
    results: possible.filter(isReached),
    unreached: possible.filter((tally) => !isReached(tally)).map(({ configuration }) => configuration),
    skipped: tallies.flatMap(({ skipped }) => (skipped === null ? [] : [skipped])),
  };
}

/** Absolute path of the output of a configuration that stays. */
export function keptOutput(outputDir: string, options: RenderOptions, configuration: Configuration): string {
  const name = configurationName(configuration).replaceAll(', ', '_').replaceAll(' ', '-');
  return join(outputDir, `${name}${FORMATS[options.format].extension}`);
}

async function measureOnce(input: SeriesInput, tally: Tally): Promise<void> {
  const { configuration } = tally;
  const { workers, concurrency, capturePath, encoderThreads } = configuration;
  const { format } = input.options;
  const first = keptOutput(input.outputDir, input.options, configuration);
  const isFirst = tally.frameHash === null;
  // Outputs of later runs replace nothing: they are weighed and go.
  const outputs = Array.from({ length: concurrency }, (_, index) =>
    index === 0 && isFirst ? first : join(input.outputDir, `run-${index}${FORMATS[format].extension}`),
  );
  try {
    const { result, figures } = await runJob(
      {
        projectDir: input.projectDir,
        options: { ...input.options, workers },
        tuning: { capturePath, encoderThreads },
        outputs,
        dryRun: false,
      },
      input.signal,
    );
    tally.skipped = notFollowed(configuration, result);
    if (tally.skipped !== null) {
      await rm(first, { recursive: true, force: true });
      return;
    }
    if (isFirst) {
      const hashes = new Set<string | null>();
      for (const output of outputs) hashes.add(await hashFrames(input.ffmpeg, format, output, input.signal));
      // Renders side by side that differ from each other differ from every other configuration too.
      tally.frameHash = hashes.has(null) ? null : [...hashes].join('+');
    }
    tally.runs.push({
      elapsedMs: result.elapsedMs,
      captureMs: result.captureMs,
      fileSize: result.fileSize,
      peakBytes: figures?.peakBytes ?? null,
      cpuSeconds: figures?.cpuSeconds ?? null,
      othersShare: figures?.othersShare ?? null,
    });
  } finally {
    for (const output of outputs) if (output !== first) await rm(output, { recursive: true, force: true });
  }
}

/** Why a render did not do what the configuration says; null when it did. */
function notFollowed(configuration: Configuration, result: JobResult): Skipped | null {
  const { capturePath, workers, concurrency } = configuration;
  if (result.capturePath !== capturePath) {
    return { what: capturePath, cause: 'capture path', reason: result.captureReason, workers: null };
  }
  if (result.lanes === workers) return null;
  return {
    what: configurationName(configuration),
    cause: result.lanesReason === 'memory' ? 'memory' : 'frames',
    reason: `the render took ${result.lanes} of ${workers} (${result.lanesReason})`,
    workers: concurrency === 1 ? workers : null,
  };
}
