import { type InputIssue, RENDER_OPTIONS } from '@framefarm/contract';
import { Args, Command, Flags } from '@oclif/core';
import { rawOptions } from '../flags/raw-options.js';
import { readCommandLine } from '../flags/read-command-line.js';
import { tableFlags } from '../flags/table-flags.js';
import { usageError } from '../flags/usage-errors.js';
import { runPreview } from '../session/preview-run.js';
import { CONFIG_FLAGS } from '../target/command-options.js';

const { composition, variables, variablesFile, fps, packageDir, packageMap, packageVersions, cdnjsPackage } =
  RENDER_OPTIONS;
const { outsideLinks, offline, allowNetwork, framesCacheDir, browserPath, ffmpegPath } = RENDER_OPTIONS;
const SHARED = {
  fps,
  composition,
  variables,
  variablesFile,
  outsideLinks,
  packageDir,
  packageMap,
  packageVersions,
  cdnjsPackage,
  offline,
  allowNetwork,
  framesCacheDir,
  browserPath,
  ffmpegPath,
};
const DEFAULT_PORT = 3002;
const DEFAULT_HOST = '127.0.0.1';

export default class Preview extends Command {
  static override summary = 'Play a composition in the browser, with the runtime that renders it.';
  static override description =
    'Serves a page on this machine that shows the composition in DIR frame by frame as a render will, follows changes ' +
    'of its files, and renders from there. Ctrl-C ends it.';
  static override usage = 'preview [DIR] [FLAGS]';
  static override examples = [
    { description: 'Preview the project in the current directory', command: '<%= config.bin %> preview' },
    {
      description: 'Another directory, with other variables, on a port of its own',
      command: '<%= config.bin %> preview slides --variables-file may.json --port 4000',
    },
    { description: 'On a machine without a screen', command: '<%= config.bin %> preview slides --no-open' },
  ];
  static override args = {
    dir: Args.string({ description: 'Project directory.', default: '.', ignoreStdin: true }),
  };
  static override flags = {
    port: Flags.string({
      summary: `Port of the page; the next free one when it is taken. 0 takes any. [default: ${DEFAULT_PORT}]`,
      helpValue: '<0-65535>',
    }),
    host: Flags.string({
      summary: `Address to listen on. Others than loopback let the network see the project. [default: ${DEFAULT_HOST}]`,
      helpValue: '<address>',
    }),
    open: Flags.boolean({
      summary: 'Open the page in the browser. [default: on a terminal]',
      allowNo: true,
    }),
    ...tableFlags(SHARED),
    ...CONFIG_FLAGS,
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'preview', flags: Preview.flags }, this.argv, () =>
      this.parse(Preview),
    );
    const faults = [...portIssues(flags.port), ...hostIssues(flags.host)];
    if (faults.length > 0) throw usageError(faults, 'preview');
    await runPreview({
      directory: String(args.dir),
      flags,
      raw: rawOptions(flags, process.env),
      host: typeof flags.host === 'string' ? flags.host : DEFAULT_HOST,
      port: flags.port === undefined ? DEFAULT_PORT : Number(flags.port),
      open: typeof flags.open === 'boolean' ? flags.open : process.stdout.isTTY === true,
    });
  }
}

function portIssues(typed: string | undefined): InputIssue[] {
  if (typed === undefined || (/^\d{1,5}$/.test(typed) && Number(typed) <= 65_535)) return [];
  const message = `--port: "${typed}" must be a whole number from 0 to 65535; 0 takes any free port`;
  return [{ field: '--port', code: 'invalid_value', message }];
}

function hostIssues(typed: string | undefined): InputIssue[] {
  if (typed === undefined || /^[a-z0-9.:-]+$/i.test(typed)) return [];
  const message = `--host: "${typed}" must be an address or a name of this machine, such as 127.0.0.1`;
  return [{ field: '--host', code: 'invalid_value', message }];
}
