/** What options say of each other: what excludes what, what needs what, and where one has no effect. */
import type { OutputFormat } from '../formats.js';
import { shown } from './read.js';
import type { OptionSpec } from './spec.js';
import { type OptionName, RENDER_OPTIONS } from './table.js';

/** Options as they were read, by name. */
export type OptionValues = Partial<Record<OptionName, unknown>>;

/** Tells of one option that it breaks a rule, in words that follow its name. */
export type TellFault = (name: OptionName, code: string, rule: string) => void;

export interface GivenOptions {
  /** Those that could be read. */
  readonly values: OptionValues;
  /** Given, and of no use. */
  readonly wrong: ReadonlySet<OptionName>;
  /** `to` as it was written. */
  readonly writtenTo: unknown;
  /** Name under which the caller knows an option. */
  nameOf(name: OptionName): string;
}

export const formatOf = ({ format }: OptionValues): OutputFormat =>
  (format ?? RENDER_OPTIONS.format.default) as OutputFormat;

/** Tells every fault between the options that were given. */
export function checkRulesBetween(given: GivenOptions, fault: TellFault): void {
  for (const name of Object.keys(given.values) as OptionName[]) checkOption(name, given, fault);
  checkTimes(given, fault);
}

const isSet = (values: OptionValues, name: OptionName): boolean => values[name] !== undefined && values[name] !== false;

function checkOption(name: OptionName, { values, wrong, nameOf }: GivenOptions, fault: TellFault): void {
  const spec: OptionSpec = RENDER_OPTIONS[name];
  if (spec.notOnFarm !== undefined && isSet(values, 'farm') && values[name] !== undefined) {
    fault(name, 'conflict', `cannot be combined with ${nameOf('farm')}: ${spec.notOnFarm}`);
  }
  // A switch that is on by default says something when it is turned off.
  if (!isSet(values, name) && !(values[name] === false && spec.default === true)) return;
  if (spec.unavailable !== undefined) fault(name, 'unavailable', `cannot be used: ${spec.unavailable}`);
  const format = formatOf(values);
  if (spec.formats !== undefined && !spec.formats.includes(format)) {
    fault(name, 'no_effect', `has no effect on ${format}; it applies to ${spec.formats.join(', ')}`);
  }
  for (const other of spec.conflicts ?? []) {
    const rival = other as OptionName;
    const mutual = (RENDER_OPTIONS[rival] as OptionSpec).conflicts?.includes(name) ?? false;
    const isTold = isSet(values, rival) && (!mutual || name < rival);
    if (isTold) fault(name, 'conflict', `cannot be combined with ${nameOf(rival)}`);
  }
  for (const other of spec.requires ?? []) {
    const needed = other as OptionName;
    if (!isSet(values, needed) && !wrong.has(needed)) fault(name, 'missing_option', `needs ${nameOf(needed)}`);
  }
}

function checkTimes({ values, writtenTo, nameOf }: GivenOptions, fault: TellFault): void {
  const from = (values.from ?? null) as number | null;
  const to = (values.to ?? null) as number | null;
  if (to === null || to > (from ?? 0)) return;
  fault('to', 'invalid_value', `${shown(writtenTo)}: must lie after ${from === null ? 'the start' : nameOf('from')}`);
}
