import { RENDER_OPTIONS } from '@framefarm/contract';
import { Args, Command, Flags } from '@oclif/core';
import { rawOptions } from '../flags/raw-options.js';
import { readCommandLine } from '../flags/read-command-line.js';
import { tableFlags } from '../flags/table-flags.js';
import { findingLines, lintDocument, lintSummaryLine } from '../formatters/reports/lint-report.js';
import { mayDecorate } from '../formatters/text/style.js';
import { lintChecked } from '../library/checked-lint.js';
import { EXIT } from '../session/exit-codes.js';
import { processStreams } from '../session/streams.js';
import { CONFIG_FLAGS, commandOptions } from '../target/command-options.js';
import { LINT_OPTIONS } from '../target/lint-options.js';

const SHARED = Object.fromEntries(LINT_OPTIONS.map((name) => [name, RENDER_OPTIONS[name]]));

export default class Lint extends Command {
  static override summary = 'Look for mistakes in a composition without rendering it.';
  static override description =
    'Reads the sources of the composition in DIR: structure, timing, timelines, scripts, variables, media and style. ' +
    'Exits with 1 when an error was found. With --format, findings of that output format are added.';
  static override usage = 'lint [DIR] [FLAGS]';
  static override examples = [
    { description: 'Lint the project in the current directory', command: '<%= config.bin %> lint' },
    {
      description: 'Fail a build on warnings too, with one JSON document',
      command: '<%= config.bin %> lint slides --strict-all --json',
    },
  ];
  static override args = {
    dir: Args.string({ description: 'Project directory.', default: '.', ignoreStdin: true }),
  };
  static override flags = {
    ...tableFlags(SHARED),
    ...CONFIG_FLAGS,
    'strict-all': Flags.boolean({ summary: 'Exit with 1 on warnings too.' }),
    json: Flags.boolean({ summary: 'One JSON document on stdout.' }),
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'lint', flags: Lint.flags }, this.argv, () =>
      this.parse(Lint),
    );
    const directory = String(args.dir);
    const { options, raw } = await commandOptions('lint', {
      directory,
      flags,
      raw: rawOptions(flags, process.env),
      cwd: process.cwd(),
      accepts: LINT_OPTIONS,
    });
    const result = await lintChecked(directory, { options, raw }, process.cwd());

    const streams = processStreams();
    if (flags.json === true) {
      streams.result(JSON.stringify(lintDocument(result, this.config.version), null, 2));
    } else {
      const colour = mayDecorate(process.stdout, process.env);
      for (const finding of result.findings) for (const line of findingLines(finding, colour)) streams.result(line);
      streams.result(lintSummaryLine(result));
    }
    const isRefused = !result.ok || (flags['strict-all'] === true && result.warningCount > 0);
    process.exitCode = isRefused ? EXIT.failed : EXIT.done;
  }
}
