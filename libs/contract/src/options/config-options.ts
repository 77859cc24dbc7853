/** A configuration file as raw options: which keys it may hold, and the same checks and words as for flags (cli 11). */
import type { InputIssue } from '../catalogue/errors.js';
import { suggestion } from '../text/nearest-name.js';
import { flagName, type RawOptions, resolveRenderOptions } from './resolve.js';
import type { OptionSpec } from './spec.js';
import { type OptionName, RENDER_OPTIONS } from './table.js';

export interface ConfigOptions {
  readonly raw: RawOptions;
  readonly issues: readonly InputIssue[];
}

/** Where an option stands in a configuration file: `videoBitrate`, or `packages.dirs`. */
export function configKey(name: OptionName): string {
  return (RENDER_OPTIONS[name] as OptionSpec).configKey ?? name;
}

const NAMES = Object.keys(RENDER_OPTIONS) as OptionName[];
const OPTION_BY_KEY: ReadonlyMap<string, OptionName> = new Map(NAMES.map((name) => [configKey(name), name]));
/** `packages` and `network`. */
const SECTIONS: ReadonlySet<string> = new Set([...OPTION_BY_KEY.keys()].flatMap((key) => key.match(/^.+(?=\.)/) ?? []));
const allowed = (name: OptionName): boolean => (RENDER_OPTIONS[name] as OptionSpec).notInConfig === undefined;

/** Keys that a configuration file may hold, in the order of the option table. */
export const CONFIG_KEYS: readonly string[] = NAMES.filter(allowed).map(configKey);

/** Rules that ask for what one command line says; a default that finds nothing to act on is left aside instead. */
const RULES_OF_A_RUN: readonly string[] = ['no_effect', 'missing_option'];

/**
 * Reads a parsed configuration. Reports every fault at once: an unknown key with the nearest one, an option that may
 * not be a default, a value that its flag would refuse too, two keys that exclude each other. `file` names the file in
 * messages. Paths are left as they are written.
 */
export function readConfigOptions(value: unknown, file: string): ConfigOptions {
  const issues: InputIssue[] = [];
  const raw: RawOptions = {};
  const fault = (field: string, code: string, rule: string): void => {
    issues.push({ field, code, message: `${file}: ${field === '' ? '' : `${field} `}${rule}` });
  };
  if (!isObject(value)) {
    fault('', 'invalid_value', `must hold a JSON object, not ${JSON.stringify(value)}`);
    return { raw, issues };
  }
  for (const [key, content] of entries(value, fault)) {
    const name = OPTION_BY_KEY.get(key);
    if (name === undefined) {
      fault(key, 'unknown_key', `is not a key of this file${meant(key)}`);
      continue;
    }
    const reason = (RENDER_OPTIONS[name] as OptionSpec).notInConfig;
    if (reason !== undefined) fault(key, 'not_a_default', `cannot be set here: ${reason}`);
    else raw[name] = content;
  }
  const checked = resolveRenderOptions(raw, (name) => `${file}: ${configKey(name)}`);
  if (!checked.ok) issues.push(...checked.issues.filter((issue) => !RULES_OF_A_RUN.includes(issue.code)).map(short));
  return { raw, issues };

  function short(issue: InputIssue): InputIssue {
    return { ...issue, field: issue.field?.slice(file.length + 2) ?? '' };
  }
}

/** Keys with their values, those of a section as `section.key`. */
function entries(
  value: Readonly<Record<string, unknown>>,
  fault: (field: string, code: string, rule: string) => void,
): [string, unknown][] {
  return Object.entries(value).flatMap(([key, content]): [string, unknown][] => {
    if (!SECTIONS.has(key)) return [[key, content]];
    if (isObject(content)) return Object.entries(content).map(([inner, one]) => [`${key}.${inner}`, one]);
    fault(key, 'invalid_value', `must be an object, not ${JSON.stringify(content)}`);
    return [];
  });
}

/** The key that was meant: the place of an option that stands elsewhere, or the nearest name. */
function meant(key: string): string {
  const elsewhere = NAMES.find((name) => name === key || RENDER_OPTIONS[name].flag === key || flagName(name) === key);
  return elsewhere === undefined ? suggestion(key, CONFIG_KEYS) : `; did you mean "${configKey(elsewhere)}"?`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
