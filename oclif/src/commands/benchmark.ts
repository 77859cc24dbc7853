import { RENDER_OPTIONS, resolveRenderOptions } from '@framefarm/contract';
import { Args, Command, Flags } from '@oclif/core';
import { rawOptions } from '../flags/raw-options.js';
import { readCommandLine } from '../flags/read-command-line.js';
import { tableFlags } from '../flags/table-flags.js';
import { usageError } from '../flags/usage-errors.js';
import { runBenchmarkCommand } from '../session/benchmark-run.js';
import { DEFAULT_RUNS, readRuns, repeatedFlags } from '../target/benchmark-request.js';
import { CONFIG_FLAGS } from '../target/command-options.js';
import { withProjectConfig } from '../target/configured-options.js';

const { composition, variables, variablesFile, strictVariables, outsideLinks } = RENDER_OPTIONS;
const { format, fps, resolution, quality, crf, videoBitrate, vp9CpuUsed, videoFrameFormat } = RENDER_OPTIONS;
const { packageDir, packageMap, packageVersions, cdnjsPackage, allowNetwork, offline } = RENDER_OPTIONS;
const { sandbox, browserPath, ffmpegPath } = RENDER_OPTIONS;
const SHARED = {
  ...{ format, fps, resolution, quality, crf, videoBitrate, vp9CpuUsed, videoFrameFormat },
  ...{ composition, variables, variablesFile, strictVariables, outsideLinks },
  ...{ packageDir, packageMap, packageVersions, cdnjsPackage, allowNetwork, offline },
  ...{ sandbox, browserPath, ffmpegPath },
};

export default class Benchmark extends Command {
  static override summary = 'Find the best settings for this machine and a composition.';
  static override description =
    'Renders a part of the composition in DIR with different numbers of workers, capture paths and encoder threads, then ' +
    'several at once, in turns. Prints a table, what limits the render, and one recommended command line. Without DIR, ' +
    'and without index.html in the current directory, a built-in composition is measured.';
  static override usage = 'benchmark [DIR] [FLAGS]';
  static override examples = [
    { description: 'Measure the project in the current directory', command: '<%= config.bin %> benchmark' },
    {
      description: 'A quick look at one quality, as one JSON document',
      command: '<%= config.bin %> benchmark slides --runs 1 --quality draft --json',
    },
  ];
  static override args = {
    dir: Args.string({ description: 'Project directory.', ignoreStdin: true }),
  };
  static override flags = {
    runs: Flags.string({
      summary: `Measured runs of each configuration. [default: ${DEFAULT_RUNS}]`,
      helpValue: '<1-20>',
    }),
    keep: Flags.boolean({ summary: 'Keep the first output of each configuration.' }),
    'output-dir': Flags.string({
      summary: 'Directory for kept outputs; implies --keep. [default: renders/benchmark]',
      helpValue: '<path>',
    }),
    json: Flags.boolean({ summary: 'One JSON document on stdout.' }),
    ...tableFlags(SHARED),
    ...CONFIG_FLAGS,
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'benchmark', flags: Benchmark.flags }, this.argv, () =>
      this.parse(Benchmark),
    );
    const directory = args.dir ?? null;
    const given = { directory: directory ?? '.', isNamed: directory !== null };
    const line = { ...given, flags, raw: rawOptions(flags, process.env), cwd: process.cwd() };
    const runs = readRuns(flags.runs);
    // All defaults of a file, also of options that are no flags here: what is measured is what "render" will do.
    const { raw, issues, nameOf } = await withProjectConfig(line);
    const resolved = resolveRenderOptions(raw, nameOf);
    const faults = [...issues, ...(resolved.ok ? [] : resolved.issues), ...(typeof runs === 'number' ? [] : [runs])];
    if (!resolved.ok || typeof runs !== 'number' || faults.length > 0) throw usageError(faults, 'benchmark');
    const outputDir = typeof flags['output-dir'] === 'string' ? flags['output-dir'] : null;
    await runBenchmarkCommand({
      directory,
      raw,
      options: { ...resolved.options, workers: 'auto' },
      repeated: repeatedFlags(flags, SHARED),
      runs,
      keepDir: outputDir ?? (flags.keep === true ? 'renders/benchmark' : null),
      json: flags.json === true,
      version: this.config.version,
    });
  }
}
