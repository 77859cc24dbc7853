/** What can be completed, taken from the commands themselves: names, flags, and the values of those that list them. */
import type { Command } from '@oclif/core';
import { specOfFlag } from '../flags/table-flags.js';
import { TEMPLATE_NAMES } from '../starter/templates.js';
import { SHELLS } from './shells.js';

/** What stands where a value is expected. */
export type Completion =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'file' | 'directory' | 'none' };

export interface FlagModel {
  /** With its dashes. */
  readonly name: string;
  readonly char: string | null;
  readonly summary: string;
  /** Null for a switch. */
  readonly value: Completion | null;
}

export interface CommandModel {
  /** Words, such as `render` or `farm start`. */
  readonly name: string;
  readonly summary: string;
  readonly argument: Completion;
  readonly flags: readonly FlagModel[];
}

const NONE: Completion = { kind: 'none' };
const HELP: FlagModel = { name: '--help', char: null, summary: 'Show help.', value: null };

/** Values of flags and arguments that no option of a render declares. */
const OWN_VALUES: Readonly<Record<string, readonly string[]>> = { template: TEMPLATE_NAMES, shell: SHELLS };

/** Commands by name, without hidden ones. */
export function commandModels(commands: readonly Command.Loadable[]): readonly CommandModel[] {
  return commands
    .filter(({ hidden }) => !hidden)
    .map((command) => ({
      name: command.id.replaceAll(':', ' '),
      summary: oneLine(command.summary ?? ''),
      argument: argumentOf(Object.keys(command.args)[0]),
      flags: [...Object.values(command.flags).flatMap(flagModels), HELP],
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function flagModels(flag: Command.Flag.Cached): FlagModel[] {
  const { name, char = null } = flag;
  const summary = oneLine(flag.summary ?? '');
  if (flag.type === 'option') return [{ name: `--${name}`, char, summary, value: flagValue(name, flag.helpValue) }];
  const on = { name: `--${name}`, char, summary, value: null };
  return flag.allowNo ? [on, { ...on, name: `--no-${name}`, char: null }] : [on];
}

function flagValue(name: string, helpValue: unknown): Completion {
  const spec = specOfFlag(name);
  const values = spec?.values ?? (spec?.kind === 'workers' ? ['auto'] : OWN_VALUES[name]);
  if (values !== undefined) return { kind: 'values', values };
  if (/(?:^|-)dirs?$/.test(name)) return { kind: 'directory' };
  return helpValue === '<path>' ? { kind: 'file' } : NONE;
}

function argumentOf(name: string | undefined): Completion {
  if (name === undefined) return NONE;
  const values = OWN_VALUES[name];
  if (values !== undefined) return { kind: 'values', values };
  return name === 'dir' ? { kind: 'directory' } : NONE;
}

/** Up to the first bracket or line end: what follows says defaults and formats, too long for a list of names. */
function oneLine(text: string): string {
  return text.replace(/\s*[[\n][\s\S]*$/, '').replace(/\.$/, '');
}

export interface FirstWord {
  readonly word: string;
  readonly summary: string;
  /** Commands below it; empty where the word is a command. */
  readonly below: readonly { readonly word: string; readonly summary: string }[];
}

/** What may stand first on a command line, in the order of the commands. */
export function firstWords(commands: readonly CommandModel[]): readonly FirstWord[] {
  const words = new Map<string, FirstWord>();
  for (const { name, summary } of commands) {
    const [first = name, second] = name.split(' ');
    if (second === undefined) words.set(first, { word: first, summary, below: [] });
    else {
      const below = [...(words.get(first)?.below ?? []), { word: second, summary }];
      words.set(first, { word: first, summary: `${below.map(({ word }) => word).join(', ')}`, below });
    }
  }
  return [...words.values()];
}
