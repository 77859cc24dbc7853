/** Texts name options as flags, which a client of HTTP does not have; it knows the same options as fields (http-api 1.1). */
import { fieldName, isHttpField } from './http-fields.js';
import type { OptionSpec } from './spec.js';
import { type OptionName, RENDER_OPTIONS } from './table.js';

const FLAG = /(?<![\w-])--(no-)?([a-z][a-z\d-]*)/g;

const OPTIONS = Object.entries(RENDER_OPTIONS) as [OptionName, OptionSpec][];
const BY_FLAG: ReadonlyMap<string, OptionName> = new Map(OPTIONS.map(([name, { flag }]) => [flag, name]));

/** Settings of a farm's operator that stand for an option of the command line. */
const OF_OPERATOR: Partial<Record<OptionName, string>> = { allowNetwork: 'FRAMEFARM_NETWORK_ALLOW' };

/**
 * Flags under the names of their fields: `--no-best-effort` is `bestEffort: false`. One that the operator decides is named as
 * his setting; others without a field stay.
 */
export function inFieldNames(text: string): string {
  return text.replace(FLAG, (typed: string, no: string | undefined, flag: string) => {
    const name = BY_FLAG.get(flag);
    if (name === undefined) return typed;
    if (!isHttpField(name)) return OF_OPERATOR[name] ?? typed;
    return no === undefined ? fieldName(name) : `${fieldName(name)}: false`;
  });
}

/** A message of {@link inFieldNames} that begins with a field, with that field as its flag again. */
export function beginningWithFlag(message: string): string {
  return message.replace(/^[A-Za-z\d]+/, (word) => {
    const found = OPTIONS.find(([name]) => isHttpField(name) && fieldName(name) === word);
    return found === undefined ? word : `--${found[1].flag}`;
  });
}
