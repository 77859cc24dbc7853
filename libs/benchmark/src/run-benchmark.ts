/** The benchmark from a project to a recommendation (cli 10). */
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workingHardwareEncoders } from '@framefarm/media';
import { createScratch } from '@framefarm/process';
import { TOOLS_HERE, usableCores, usableMemory } from '@framefarm/render';
import type {
  BenchmarkEvent,
  BenchmarkReport,
  BenchmarkRequest,
  Configuration,
  ConfigurationResult,
  MeasuredPiece,
  Skipped,
} from './api.js';
import { compareGroups } from './frames/compare-groups.js';
import { type Calibration, calibrate } from './measure/calibrate.js';
import { keptOutput, measureSeries, type SeriesInput } from './measure/series.js';
import { candidates, concurrencyCandidates, configurationName } from './plan/candidates.js';
import { builtInDocument } from './scene/built-in.js';
import { findings } from './verdict/findings.js';
import { findLimit } from './verdict/limit.js';
import { recommend } from './verdict/recommendation.js';
import { peakBytes } from './verdict/statistics.js';

/**
 * Measures and compares. Every process it started has ended and its temporary files are gone when the promise settles.
 * @throws FramefarmError what the composition or the environment cannot be rendered with at all; the signal's reason on
 * abort before the first run was measured; after it the report is one of what was. That every configuration failed is no error: the recommendation is null then.
 */
export async function runBenchmark(request: BenchmarkRequest): Promise<BenchmarkReport> {
  const { signal } = request;
  signal.throwIfAborted();
  const scratch = await createScratch(tmpdir(), 'framefarm-benchmark-');
  try {
    return await measure(request, scratch.path);
  } finally {
    await scratch.remove();
  }
}

async function measure(request: BenchmarkRequest, scratchDir: string): Promise<BenchmarkReport> {
  const { signal } = request;
  const emit = (event: BenchmarkEvent): void => request.onEvent?.(event);
  const projectDir = request.projectDir ?? (await writeBuiltIn(join(scratchDir, 'benchmark')));
  const cores = usableCores();
  const ffmpeg = await TOOLS_HERE.ffmpeg(request.options.ffmpegPath);
  emit({ kind: 'note', text: 'Looking for hardware encoders' });
  const hardwareEncoders = await workingHardwareEncoders(ffmpeg.ffmpegPath, signal);
  emit({ kind: 'note', text: 'Measuring the pace of the composition' });
  const calibration = await calibrate({ projectDir, options: request.options, cores, scratchDir, signal });
  const piece: MeasuredPiece = { ...calibration.piece, builtIn: request.projectDir === null };
  emit({ kind: 'piece', piece });

  const { freeBytes, totalBytes } = usableMemory();
  const chosen = candidates({
    cores,
    freeBytes,
    laneBytes: calibration.laneBytes,
    frames: piece.frames,
    sequential: calibration.sequential,
    usualPath: calibration.usualPath,
    usualThreads: calibration.usualThreads,
  });
  let step = 0;
  let steps = chosen.configurations.length * request.runs;
  const outputDir = request.keepDir ?? join(scratchDir, 'outputs');
  const series: Omit<SeriesInput, 'configurations'> = {
    runs: request.runs,
    projectDir,
    options: calibration.options,
    ffmpeg,
    outputDir,
    signal,
    onRun: (configuration) => {
      step += 1;
      emit({ kind: 'run', step, steps, what: configurationName(configuration) });
    },
  };
  const single = await measureSeries({ ...series, configurations: chosen.configurations });
  const byWorkers = varying(single.results, calibration);
  const best = recommend({ single: byWorkers, concurrent: [] })?.winner;

  const together = concurrencyCandidates(best?.configuration ?? baseOf(chosen.configurations), {
    cores,
    freeBytes,
    renderBytes: (best === undefined ? null : peakBytes(best)) ?? calibration.laneBytes,
  });
  // Nothing that fails alone is tried side by side.
  const concurrentConfigurations = best === undefined || signal.aborted ? [] : together.configurations;
  steps = step + concurrentConfigurations.length * request.runs;
  const concurrent = await measureSeries({ ...series, configurations: concurrentConfigurations });

  const results = [...single.results, ...concurrent.results];
  if (results.length === 0) signal.throwIfAborted();
  const skipped = [...chosen.skipped, ...single.skipped, ...together.skipped, ...concurrent.skipped];
  emit({ kind: 'note', text: 'Comparing the frames' });
  const frames = await compareGroups(results, {
    ffmpeg,
    format: request.options.format,
    pathOf: (configuration) => keptOutput(outputDir, request.options, configuration),
    signal,
  });
  const sound = (all: readonly ConfigurationResult[]): ConfigurationResult[] =>
    all.filter(({ configuration }) => !frames.outliers.includes(configuration));
  // Of the numbers of workers that were reached, the best may be the worst of all.
  const isKnown = !single.unreached.some((configuration) => isUsual(configuration, calibration));
  const verdict = isKnown ? recommend({ single: sound(byWorkers), concurrent: sound(concurrent.results) }) : null;
  const base = byWorkers.find((result) => result.configuration === chosen.configurations[0]);
  return {
    host: { cpus: cores, memoryMb: Math.round(totalBytes / 1024 ** 2), hardwareEncoders },
    piece,
    results,
    skipped,
    frames,
    limit:
      verdict === null
        ? null
        : findLimit({ result: verdict.winner, piece, cores, memoryShort: memoryShort(skipped, cores) }),
    recommendation: verdict?.recommendation ?? null,
    winner: verdict?.winner ?? null,
    unfinished: signal.aborted ? { runs: results.reduce((sum, one) => sum + tried(one), 0), of: steps } : null,
    findings:
      base === undefined
        ? []
        : findings({
            base,
            paths: single.results.filter((one) => one.configuration.capturePath !== calibration.usualPath),
            threads: single.results.filter((one) => one.configuration.encoderThreads !== calibration.usualThreads),
            hardwareEncoders,
            othersShares: results.flatMap(({ runs }) => runs.flatMap(({ othersShare }) => othersShare ?? [])),
          }),
  };
}

async function writeBuiltIn(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'index.html'), builtInDocument());
  return directory;
}

/** Results that differ in workers only: what a user can choose. */
function varying(results: readonly ConfigurationResult[], usual: Calibration): ConfigurationResult[] {
  return results.filter(({ configuration }) => isUsual(configuration, usual));
}

function isUsual({ capturePath, encoderThreads }: Configuration, usual: Calibration): boolean {
  return capturePath === usual.usualPath && encoderThreads === usual.usualThreads;
}

function tried({ runs, failures }: ConfigurationResult): number {
  return runs.length + failures.length;
}

function baseOf(configurations: readonly Configuration[]): Configuration {
  const [base] = configurations;
  if (base === undefined) throw new RangeError('there is always a first configuration');
  return base;
}

/** The smallest number of workers that the cores allow and the memory does not. */
function memoryShort(skipped: readonly Skipped[], cores: number): Skipped | null {
  const short = skipped.filter(({ cause, workers }) => cause === 'memory' && workers !== null && workers <= cores);
  return short.toSorted((a, b) => (a.workers ?? 0) - (b.workers ?? 0))[0] ?? null;
}
