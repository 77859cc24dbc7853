/** The reference pages of the documentation, made from the tables so that they cannot say anything else. */
import {
  CONFIG_KEYS,
  ERRORS,
  type ErrorCode,
  type ErrorEntry,
  refusedWarnings,
  WARNINGS,
  type WarningCode,
} from '@framefarm/contract';
import { EXIT } from '../session/exit-codes.js';
import { SIGNAL_EXITS } from '../session/interruption.js';
import { commandPage } from './command-page.js';
import type { DocumentedCommand } from './commands.js';
import { jsonPage } from './json-page.js';
import { lintPage } from './lint-page.js';
import { page, table } from './markdown.js';
import { settingsPage } from './settings-page.js';
import { variableRows } from './variables.js';
import { WARNING_MEANINGS } from './warning-meanings.js';

/** Page text by file name below `docs/reference`. */
export function referencePages(commands: readonly DocumentedCommand[]): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', indexPage(commands)],
    ...commands.map((one): [string, string] => [commandFile(one), commandPage(one)]),
    ['exit-codes.md', exitCodesPage()],
    ['json.md', jsonPage()],
    ['lint-codes.md', lintPage()],
    ['errors.md', errorsPage()],
    ['warnings.md', warningsPage()],
    ['settings.md', settingsPage()],
  ]);
}

const commandFile = ({ name }: DocumentedCommand): string => `${name.replaceAll(' ', '-')}.md`;

function indexPage(commands: readonly DocumentedCommand[]): string {
  const rows = commands.map((one) => [`[\`framefarm ${one.name}\`](${commandFile(one)})`, one.command.summary ?? '']);
  return page(
    'Reference',
    [
      'Everything on a command line is checked before a browser is started, and all faults are reported at once with exit',
      'status 2. Paths start at the current directory. A flag beats its environment variable, which beats',
      '`framefarm.config.json` of the project ([defaults in a file](../decisions/defaults-in-a-file.md)).',
    ],
    table(['Command', 'Purpose'], rows),
    [
      'Also: [configuration keys](#configuration-keys), [environment variables](#environment-variables), [exit codes](exit-codes.md),',
      '[JSON output](json.md), [lint codes](lint-codes.md), [errors](errors.md), [warnings](warnings.md), [settings of a farm](settings.md).',
    ],
    ['## Configuration keys'],
    [`\`framefarm.config.json\` may hold: ${CONFIG_KEYS.map((key) => `\`${key}\``).join(', ')}.`],
    [
      'A dot means an object: `packages.dirs` is `{"packages": {"dirs": [...]}}`. Values have the rules of the flag of the same name.',
    ],
    ['## Environment variables'],
    ['Read by commands on this machine. Those of a producer and a worker: [settings of a farm](settings.md).'],
    table(['Variable', 'Meaning'], variableRows()),
  );
}

function exitCodesPage(): string {
  const { done, failed, usage, someRows, stillRunning } = EXIT;
  const meanings: [number, string][] = [
    [done, 'Everything asked for was done; with --no-wait: the farm has accepted it.'],
    [
      failed,
      'The render failed, no row of a batch succeeded, lint found an error, the environment lacks something, or the farm refused or could not be reached.',
    ],
    [usage, 'Usage or preflight error; nothing was rendered.'],
    [someRows, 'Batch: some rows completed, some did not.'],
    [stillRunning, 'Still running on the farm: --wait-timeout passed, or "farm status" of an unfinished id.'],
    [SIGNAL_EXITS.SIGHUP, 'Ended by SIGHUP.'],
    [SIGNAL_EXITS.SIGINT, 'Ended by SIGINT (Ctrl-C).'],
    [SIGNAL_EXITS.SIGTERM, 'Ended by SIGTERM.'],
  ];
  return page(
    'Exit codes',
    ['The exit status of every command. Which error has which is on [the page of errors](errors.md).'],
    table(
      ['Status', 'Meaning'],
      meanings.map(([status, meaning]) => [String(status), meaning]),
    ),
  );
}

function errorsPage(): string {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const entry: ErrorEntry = ERRORS[code];
    return [
      `\`${code}\``,
      entry.title,
      entry.owner === 'user' ? 'author or caller' : 'operator',
      entry.retryable ? 'yes' : 'no',
      String(entry.exit),
      String(entry.status),
      entry.hint,
    ];
  });
  return page(
    'Errors',
    [
      'A code never changes its meaning. On the command line an error is a title, the detail and a hint on stderr; with',
      '`--json` it is the last line on stdout. The hint below is replaced where the place that raises the error knows a',
      'better one. Exit 2 says that nothing was rendered: an output that was rendered and cannot be put in its place exits with 1.',
    ],
    table(['Code', 'Title', 'Who acts', 'Retry', 'Exit', 'HTTP', 'Hint'], rows),
    ['Exit statuses as a whole: [exit-codes.md](exit-codes.md).'],
  );
}

function warningsPage(): string {
  const rows = (Object.keys(WARNINGS) as WarningCode[]).map((code) => [
    `\`${code}\``,
    WARNING_MEANINGS[code],
    gates(code).join(', '),
  ]);
  return page(
    'Warnings',
    [
      'A warning appears on stderr and in every result, and turns `completed` into `completed_with_warnings`. Each gate',
      'below turns the warning into a failure.',
    ],
    table(['Code', 'What it says', 'Fails with'], rows),
  );
}

function gates(code: WarningCode): string[] {
  const warning = [{ code, message: '', stage: 'compile' as const }];
  const fails = (strict: 'off' | 'strict' | 'all', bestEffort: boolean): boolean =>
    refusedWarnings(warning, { strict, bestEffort }).length > 0;
  return [
    ...(fails('off', false) ? ['`--no-best-effort`'] : []),
    ...(fails('strict', true) ? ['`--strict`'] : []),
    ...(fails('all', true) ? ['`--strict-all`'] : []),
  ];
}
