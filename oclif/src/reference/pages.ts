/** The reference pages of the documentation, made from the tables so that they cannot say anything else. */
import {
  ERRORS,
  type ErrorCode,
  type ErrorEntry,
  type OptionName,
  type OptionSpec,
  RENDER_OPTIONS,
  refusedWarnings,
  WARNINGS,
  type WarningCode,
} from '@framefarm/contract';
import { defaultLabel, GROUP_TITLES, valueLabel } from '../flags/table-flags.js';
import { WARNING_MEANINGS } from './warning-meanings.js';

const HEADER = '<!-- Made by scripts/reference-docs.mjs from the tables in libs/contract; change those. -->';

/** Page text by file name below `docs/reference`. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['render-options.md', optionsPage()],
    ['errors.md', errorsPage()],
    ['warnings.md', warningsPage()],
  ]);
}

function optionsPage(): string {
  const lines = [
    '# Render options',
    '',
    HEADER,
    '',
    'Flags of `framefarm render [dir]`. Everything is checked before a browser is started, and all faults are reported',
    'at once with exit status 2. Paths start at the current directory.',
  ];
  for (const group of Object.keys(GROUP_TITLES) as OptionSpec['group'][]) {
    const specs = (Object.values(RENDER_OPTIONS) as OptionSpec[]).filter((spec) => spec.group === group);
    if (specs.length === 0) continue;
    const title = GROUP_TITLES[group];
    lines.push('', `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`, '');
    lines.push(...table(['Flag', 'Values', 'Default', 'What it does'], specs.map(optionRow)));
  }
  return `${lines.join('\n')}\n`;
}

function optionRow(spec: OptionSpec): string[] {
  const flag = spec.negatable ? `\`--${spec.flag}\`, \`--no-${spec.flag}\`` : `\`--${spec.flag}\``;
  const short = spec.char === undefined ? '' : `, \`-${spec.char}\``;
  return [
    `${flag}${short}`,
    valuesText(spec),
    defaultLabel(spec) ?? (spec.kind === 'flag' ? 'off' : 'none'),
    rules(spec),
  ];
}

function valuesText(spec: OptionSpec): string {
  if (spec.kind === 'flag') return 'flag';
  if (spec.values !== undefined) return spec.values.map((value) => `\`${value}\``).join(', ');
  return `\`${valueLabel(spec)}\``;
}

function rules(spec: OptionSpec): string {
  const nameOf = (option: string): string => `\`--${RENDER_OPTIONS[option as OptionName].flag}\``;
  const parts = [spec.help];
  if (spec.formats !== undefined) parts.push(`Refused unless the format is ${spec.formats.join(' or ')}.`);
  if (spec.conflicts !== undefined) parts.push(`Refused together with ${spec.conflicts.map(nameOf).join(', ')}.`);
  if (spec.requires !== undefined) parts.push(`Needs ${spec.requires.map(nameOf).join(', ')}.`);
  if (spec.env !== undefined) parts.push(`Environment: \`${spec.env}\`.`);
  if (spec.unavailable !== undefined) parts.push(`**Refused for now:** ${spec.unavailable}.`);
  return parts.join(' ');
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
      'better one.',
    ],
    table(['Code', 'Title', 'Who acts', 'Retry', 'Exit', 'HTTP', 'Hint'], rows),
    [
      '## Exit statuses',
      '',
      ...table(
        ['Status', 'Meaning'],
        [
          ['0', 'Everything asked for was done.'],
          ['1', 'The render failed, or the environment lacks something.'],
          ['2', 'Usage or preflight error; nothing was rendered.'],
          ['130', 'Ended by SIGINT (Ctrl-C).'],
          ['143', 'Ended by SIGTERM; 129 by SIGHUP.'],
        ],
      ),
    ],
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

function page(title: string, intro: readonly string[], ...blocks: readonly (readonly string[])[]): string {
  return `${[`# ${title}`, '', HEADER, '', ...intro, ...blocks.flatMap((block) => ['', ...block])].join('\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.map(cellText).join(' | ')} |`;
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];
}

/** A bar would end the cell, also within code; an angle bracket outside code would begin an HTML element. */
function cellText(text: string): string {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<')));
  return parts.join('`').replaceAll('|', '\\|');
}
