/** One `benchmark` from its checks to its exit status. */
import { resolve } from 'node:path';
import { asFramefarmError, FramefarmError, type RawOptions, type RenderOptions } from '@framefarm/contract';
import { createBenchmarkProgress } from '../formatters/reports/benchmark-progress.js';
import { mayDecorate } from '../formatters/text/style.js';
import { benchmarkProject, recommendedCommand } from '../target/benchmark-request.js';
import { checkParent } from '../target/output-path.js';
import { absolutePaths } from '../target/render-request.js';
import { readVariablesFile } from '../target/variables-file.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { listenForInterruption, SIGNAL_EXITS } from './interruption.js';
import { processStreams } from './streams.js';

export interface BenchmarkRun {
  /** As typed; null when none was given. */
  readonly directory: string | null;
  readonly raw: RawOptions;
  readonly options: RenderOptions;
  /** Words of the command line that say how to render, repeated in the recommendation. */
  readonly repeated: readonly string[];
  readonly runs: number;
  /** Directory of kept outputs as typed; null: none are kept. */
  readonly keepDir: string | null;
  readonly json: boolean;
  readonly version: string;
}

/** Runs the benchmark and sets `process.exitCode`. @throws FramefarmError what it could not be run for. */
export async function runBenchmarkCommand(run: BenchmarkRun): Promise<void> {
  const cwd = process.cwd();
  const { raw } = run;
  const projectDir = await benchmarkProject(run.directory, raw, run.options.composition, cwd);
  const variables =
    typeof raw.variablesFile === 'string' ? await readVariablesFile(raw.variablesFile, cwd) : run.options.variables;
  const keepDir = run.keepDir === null ? null : resolve(cwd, run.keepDir);
  if (keepDir !== null) await checkKept(keepDir);
  const options = { ...run.options, ...absolutePaths(run.options, cwd), variables };
  const streams = processStreams();
  const interruption = listenForInterruption({
    onFirst: (signal) => streams.tell(`Stopping after ${signal}; once more stops at once.\n`),
    onLast: () => {},
  });
  const progress = createBenchmarkProgress(streams.tell);
  try {
    // oclif loads every command to list them; the pipeline is loaded only by a benchmark that runs.
    const [{ runBenchmark }, { benchmarkDocument, benchmarkLines }] = await Promise.all([
      import('@framefarm/benchmark'),
      import('../formatters/reports/benchmark-report.js'),
    ]);
    if (projectDir === null) streams.tell('No composition here: the built-in one is measured.\n');
    const report = await runBenchmark({
      projectDir,
      options,
      runs: run.runs,
      keepDir,
      signal: interruption.signal,
      onEvent: progress.event,
    });
    progress.stop();
    const { recommendation } = report;
    const command =
      recommendation === null ? null : recommendedCommand(run.directory, recommendation.workers, run.repeated);
    if (run.json) {
      const { quality } = options;
      streams.result(JSON.stringify(benchmarkDocument(report, { quality, command, version: run.version }), null, 2));
    } else {
      const colour = mayDecorate(process.stdout, process.env);
      for (const line of benchmarkLines(report, command, colour)) streams.result(line);
    }
    const received = interruption.received();
    if (received !== null) process.exitCode = SIGNAL_EXITS[received];
    else process.exitCode = recommendation === null ? EXIT.failed : EXIT.done;
  } catch (thrown) {
    const received = interruption.received();
    if (received === null) throw thrown;
    streams.tell(`${received}: stopped; nothing was recommended.\n`);
    process.exitCode = exitCodeOf(asFramefarmError(thrown), received);
  } finally {
    progress.stop();
    interruption.release();
  }
}

/** Outputs are kept when minutes have been measured: that they can be is known before. */
async function checkKept(directory: string): Promise<void> {
  try {
    await checkParent(directory, directory);
  } catch (thrown) {
    const { code, message } = asFramefarmError(thrown);
    throw new FramefarmError(code, message, { hint: 'Choose another --output-dir.', cause: thrown });
  }
}
