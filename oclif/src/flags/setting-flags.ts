/** Turns a table of settings into flags: of each setting that has one (contract: settings). */
import type { SettingSpec, SettingTable } from '@framefarm/contract';
import { Flags, type Interfaces } from '@oclif/core';

export type SettingFlags = Record<string, Interfaces.Flag<string | string[] | boolean | undefined>>;

const LISTS: readonly SettingSpec['kind'][] = ['paths', 'names', 'origins'];

/** Flags of the settings, keyed by flag name. Values stay texts as typed: `readSettings` checks them with the variables. */
export function settingFlags(table: SettingTable): SettingFlags {
  const flags: SettingFlags = {};
  for (const spec of Object.values(table)) {
    if (spec.flag !== undefined) flags[spec.flag] = oneFlag(spec);
  }
  return flags;
}

/** Values by name of the setting, as `readSettings` takes them. */
export function settingValues<T extends SettingTable>(
  table: T,
  flags: Readonly<Record<string, unknown>>,
): Partial<Record<keyof T, unknown>> {
  const values: Partial<Record<keyof T, unknown>> = {};
  for (const [name, spec] of Object.entries(table)) {
    if (spec.flag !== undefined && flags[spec.flag] !== undefined) values[name as keyof T] = flags[spec.flag];
  }
  return values;
}

function oneFlag(spec: SettingSpec): SettingFlags[string] {
  const summary = settingHelp(spec);
  if (spec.kind === 'switch') return Flags.boolean({ summary }) as SettingFlags[string];
  const helpValue = valueLabel(spec);
  if (LISTS.includes(spec.kind)) {
    return Flags.string({ summary, helpValue, multiple: true, multipleNonGreedy: true }) as SettingFlags[string];
  }
  return Flags.string({ summary, helpValue }) as SettingFlags[string];
}

function settingHelp(spec: SettingSpec): string {
  const notes = spec.default === undefined || spec.default === false ? [] : [`default: ${spec.default}`];
  return `${spec.help} [${[...notes, `env: ${spec.env}`].join('; ')}]`;
}

function valueLabel(spec: SettingSpec): string {
  switch (spec.kind) {
    case 'integer':
      return `<${spec.min ?? 0}-${spec.max ?? 'n'}>`;
    case 'enum':
      return `<${(spec.values ?? []).join('|')}>`;
    case 'redis-url':
    case 'url':
      return '<url>';
    case 'path':
    case 'paths':
      return '<path>';
    case 'names':
      return '<words>';
    case 'origins':
      return '<origin>';
    case 'switch':
    case 'text':
      return '<text>';
  }
}
