/** Turns the option table into oclif flags; the table alone says which flags exist (contract: options). */
import { type OptionName, type OptionSpec, RENDER_OPTIONS } from '@framefarm/contract';
import { Flags, type Interfaces } from '@oclif/core';
import { isRepeatable } from '../target/environment.js';

export type TableFlags = Record<string, Interfaces.Flag<string | string[] | boolean | undefined>>;

/** Options in the order of the table, by the heading under which the help shows them. */
export const GROUP_TITLES: Readonly<Record<OptionSpec['group'], string>> = {
  output: 'output',
  encoding: 'encoding',
  capture: 'capture',
  composition: 'composition',
  network: 'network',
  checks: 'checks',
  reporting: 'reporting',
  batch: 'batch',
  farm: 'farm',
};

/**
 * All flags of `render`, keyed by flag name. Values stay texts as typed: one function checks them, with the same words
 * for every caller, so no flag has a parser, a range, a default or a conflict here.
 */
export function tableFlags(table: Readonly<Record<string, OptionSpec>> = RENDER_OPTIONS): TableFlags {
  const flags: TableFlags = {};
  for (const group of Object.keys(GROUP_TITLES) as OptionSpec['group'][]) {
    for (const spec of Object.values(table)) {
      if (spec.group === group) flags[spec.flag] = oneFlag(spec);
    }
  }
  return flags;
}

function oneFlag(spec: OptionSpec): TableFlags[string] {
  const common = {
    summary: helpText(spec),
    helpGroup: GROUP_TITLES[spec.group],
    ...(spec.char === undefined ? {} : { char: spec.char as Interfaces.AlphabetLowercase }),
  };
  if (spec.kind === 'flag') {
    return Flags.boolean({ ...common, allowNo: spec.negatable ?? false }) as TableFlags[string];
  }
  if (isRepeatable(spec)) {
    return Flags.string({
      ...common,
      multiple: true,
      multipleNonGreedy: true,
      helpValue: valueLabel(spec),
    }) as TableFlags[string];
  }
  return Flags.string({ ...common, helpValue: valueLabel(spec) }) as TableFlags[string];
}

/** Longest list of values that stands in the flag's own column of the help; a longer one goes into the text. */
const LONGEST_LABEL = 20;

/** What stands behind the flag in the help, e.g. `<0-51>` or `<mp4|mov|webm>`. */
export function valueLabel(spec: OptionSpec): string {
  switch (spec.kind) {
    case 'enum': {
      const values = (spec.values ?? []).join('|');
      return values.length <= LONGEST_LABEL ? `<${values}>` : `<${spec.flag}>`;
    }
    case 'integer':
      return `<${range(spec)}>`;
    case 'workers':
      return `<${range(spec)}|auto>`;
    case 'fps':
      return '<rate>';
    case 'bitrate':
      return '<bitrate>';
    case 'duration':
      return '<duration>';
    case 'frames':
      return '<first-last>';
    case 'time':
      return '<time>';
    case 'json':
      return '<json>';
    case 'origins':
      return '<origin>';
    case 'labels':
      return '<key=value>';
    case 'farm-url':
      return '<url>';
    case 'places':
      return '<library=package/dir>';
    case 'texts':
    case 'path':
      return '<path>';
    case 'text':
      return '<text>';
    case 'flag':
      return '';
  }
}

function range(spec: OptionSpec): string {
  const min = spec.min ?? 0;
  const dash = min < 0 ? ' to ' : '-';
  return spec.max === undefined ? `${min} or more` : `${min}${dash}${spec.max}`;
}

/** Help of one option with its default, its formats, its environment variable and whether it works yet. */
export function helpText(spec: OptionSpec): string {
  const notes: string[] = [];
  const values = (spec.values ?? []).join(', ');
  if (spec.kind === 'enum' && !valueLabel(spec).includes('|')) notes.push(`one of ${values}`);
  const initial = defaultLabel(spec);
  if (initial !== null) notes.push(`default: ${initial}`);
  if (spec.formats !== undefined) notes.push(`only ${spec.formats.join(', ')}`);
  if (spec.env !== undefined) notes.push(`env: ${spec.env}`);
  const tail = notes.length === 0 ? '' : ` [${notes.join('; ')}]`;
  return spec.unavailable === undefined ? `${spec.help}${tail}` : `${spec.help} (Not available yet.)`;
}

/** The default as shown to people, or null when there is none worth naming. */
export function defaultLabel(spec: OptionSpec): string | null {
  if (spec.defaultText !== undefined) return spec.defaultText;
  if (spec.default === undefined || spec.default === false) return null;
  return spec.default === true ? 'on' : String(spec.default);
}

/** Option name (`videoBitrate`) by flag name (`video-bitrate`). */
export const OPTION_BY_FLAG: ReadonlyMap<string, OptionName> = new Map(
  (Object.keys(RENDER_OPTIONS) as OptionName[]).map((name) => [RENDER_OPTIONS[name].flag, name]),
);

/** The option behind a flag, or null for a flag of one command. */
export function specOfFlag(flag: string): OptionSpec | null {
  const name = OPTION_BY_FLAG.get(flag);
  return name === undefined ? null : RENDER_OPTIONS[name];
}
