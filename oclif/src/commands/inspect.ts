import { type OptionName, RENDER_OPTIONS } from '@framefarm/contract';
import { Args, Command, Flags } from '@oclif/core';
import { readCommandLine } from '../flags/read-command-line.js';
import { tableFlags } from '../flags/table-flags.js';
import { inspectDocument, inspectLines } from '../formatters/reports/inspect-report.js';
import { mayDecorate } from '../formatters/text/style.js';
import { neutralisedLine } from '../formatters/text/terminal-text.js';
import { EXIT } from '../session/exit-codes.js';
import { interruptible } from '../session/interruptible.js';
import { processStreams } from '../session/streams.js';
import { CONFIG_FLAGS } from '../target/command-options.js';
import { PAGE_OPTIONS } from '../target/page-options.js';
import { projectJob } from '../target/project-job.js';

const { format, frames, from, to, workers } = RENDER_OPTIONS;
const SHARED = { format, frames, from, to, workers, ...PAGE_OPTIONS };

export default class Inspect extends Command {
  static override summary = 'Show a composition as a render understands it.';
  static override description =
    'Prepares the composition in DIR as a render with the same flags would, and prints what was found: length, timeline, ' +
    'media, sound, variables, fonts, the way of capture and why, findings and warnings. Nothing is rendered.';
  static override usage = 'inspect [DIR] [FLAGS]';
  static override examples = [
    { description: 'The project in the current directory', command: '<%= config.bin %> inspect' },
    {
      description: 'Which clips are there at what frames, for a script',
      command: '<%= config.bin %> inspect slides --fps 25 --json',
    },
    {
      description: 'With other variables, as a transparent render would see it',
      command: '<%= config.bin %> inspect lower-third --format webm --variables-file may.json',
    },
  ];
  static override args = {
    dir: Args.string({ description: 'Project directory.', default: '.', ignoreStdin: true }),
  };
  static override flags = {
    json: Flags.boolean({ summary: 'One JSON document on stdout.' }),
    ...tableFlags(SHARED),
    ...CONFIG_FLAGS,
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'inspect', flags: Inspect.flags }, this.argv, () =>
      this.parse(Inspect),
    );
    const directory = String(args.dir);
    const accepts = Object.keys(SHARED) as OptionName[];
    const { projectDir, options } = await projectJob(
      { command: 'inspect', directory, flags, accepts, issues: [] },
      process.cwd(),
    );
    const streams = processStreams();
    // oclif loads every command to list them; the pipeline is loaded only by one that runs.
    const { inspectComposition } = await import('@framefarm/render');
    const inspection = await interruptible(
      (signal) =>
        inspectComposition({
          projectDir,
          options,
          signal,
          onEvent: (event) => {
            if (event.kind !== 'log' || !options.debug) return;
            streams.tell(`[${event.source}] ${neutralisedLine(event.line)}\n`);
          },
        }),
      { streams, json: flags.json === true },
    );
    if (inspection === null) return;
    if (flags.json === true) {
      streams.result(JSON.stringify(inspectDocument(inspection, this.config.version), null, 2));
    } else {
      for (const line of inspectLines(inspection, mayDecorate(process.stdout, process.env))) streams.result(line);
    }
    process.exitCode = EXIT.done;
  }
}
