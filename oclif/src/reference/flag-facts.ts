/** What can be said about one flag of one command: the pages of the reference and the frozen list of flags read it. */
import { type OptionName, type OptionSpec, RENDER_OPTIONS } from '@framefarm/contract';
import type { Command } from '@oclif/core';
import { defaultLabel, GROUP_TITLES, helpText, specOfFlag, valueLabel } from '../flags/table-flags.js';

export interface FlagFacts {
  /** Without dashes. */
  readonly name: string;
  readonly char: string | null;
  readonly negatable: boolean;
  readonly repeatable: boolean;
  /** `flag`, or what stands for the value, such as `0-51` or `mp4, mov`. */
  readonly values: string;
  readonly initial: string;
  readonly help: string;
  /** Rules that the option table knows: formats, conflicts, needs, environment. */
  readonly rules: readonly string[];
  /** Heading under which the help shows it; null for flags of this command alone. */
  readonly group: string | null;
}

/** Flags in the order of the help. */
export function flagFacts(command: Command.Class): readonly FlagFacts[] {
  return Object.entries(command.flags ?? {}).map(([name, flag]) => factsOf(name, flag as Command.Flag.Any));
}

function factsOf(name: string, flag: Command.Flag.Any): FlagFacts {
  const spec = specOfFlag(name);
  const isOption = flag.type === 'option';
  const common = {
    name,
    char: flag.char ?? null,
    negatable: flag.type === 'boolean' && flag.allowNo === true,
    repeatable: isOption && flag.multiple === true,
  };
  // A command may have a flag of its own under the name of an option, such as the --json of `doctor`.
  if (spec === null || flag.summary !== helpText(spec)) {
    const [, help = '', initial] = /^([\s\S]*?)(?:\s*\[default: (.*)\]\.?)?$/.exec(flag.summary ?? '') ?? [];
    const values = isOption ? String(flag.helpValue ?? 'text').replace(/^<(.*)>$/, '$1') : 'flag';
    return { ...common, values, initial: initial ?? (isOption ? 'none' : 'off'), help, rules: [], group: null };
  }
  return {
    ...common,
    values: valuesOf(spec),
    initial: defaultLabel(spec) ?? (spec.kind === 'flag' ? 'off' : 'none'),
    help: spec.help,
    rules: rulesOf(spec),
    group: GROUP_TITLES[spec.group],
  };
}

function valuesOf(spec: OptionSpec): string {
  if (spec.kind === 'flag') return 'flag';
  return spec.values?.join(', ') ?? valueLabel(spec).replace(/^<(.*)>$/, '$1');
}

function rulesOf(spec: OptionSpec): string[] {
  const names = (options: readonly string[]): string =>
    options.map((option) => `\`--${RENDER_OPTIONS[option as OptionName].flag}\``).join(', ');
  const rules: string[] = [];
  if (spec.formats !== undefined) rules.push(`Refused unless the format is ${spec.formats.join(' or ')}.`);
  if (spec.conflicts !== undefined) rules.push(`Refused together with ${names(spec.conflicts)}.`);
  if (spec.requires !== undefined) rules.push(`Needs ${names(spec.requires)}.`);
  if (spec.env !== undefined) rules.push(`Environment: \`${spec.env}\`.`);
  if (spec.unavailable !== undefined) rules.push(`**Refused for now:** ${spec.unavailable}.`);
  return rules;
}
