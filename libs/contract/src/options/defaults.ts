/** Laying defaults of a project below what one command line gives (cli 11). */
import type { RawOptions } from './resolve.js';
import type { OptionSpec } from './spec.js';
import { type OptionName, RENDER_OPTIONS } from './table.js';

export interface LayeredOptions {
  readonly raw: RawOptions;
  /** Options whose value is a default. */
  readonly fromDefaults: ReadonlySet<OptionName>;
}

const LISTS: readonly OptionSpec['kind'][] = ['texts', 'origins', 'places', 'labels'];

/**
 * What is given wins over a default of the same option, and over defaults that exclude it: `--crf` puts a default
 * `videoBitrate` aside. A default that has no effect on the format, or lacks the option it needs, is put aside too:
 * it waits for the renders it was meant for. Lists are joined, what is given first.
 */
export function withDefaults(given: RawOptions, defaults: RawOptions): LayeredOptions {
  const raw: RawOptions = { ...given };
  const fromDefaults = new Set<OptionName>();
  const format = given.format ?? defaults.format ?? RENDER_OPTIONS.format.default;
  const names = (Object.keys(defaults) as OptionName[]).filter((name) => isThere(defaults[name]));

  for (const name of names) {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    if (isThere(given[name])) {
      if (LISTS.includes(spec.kind)) raw[name] = [...list(given[name]), ...list(defaults[name])];
      continue;
    }
    if (spec.formats !== undefined && !(spec.formats as readonly unknown[]).includes(format)) continue;
    if (rivals(name).some((rival) => isSet(given[rival]))) continue;
    if (!(spec.requires ?? []).every((other) => isSet(given[other as OptionName] ?? defaults[other as OptionName]))) {
      continue;
    }
    raw[name] = defaults[name];
    fromDefaults.add(name);
  }
  return { raw, fromDefaults };
}

/** Options that exclude this one, whichever of the two says so. */
function rivals(name: OptionName): OptionName[] {
  const excludes = (one: OptionName, other: OptionName): boolean =>
    (RENDER_OPTIONS[one] as OptionSpec).conflicts?.includes(other) ?? false;
  return (Object.keys(RENDER_OPTIONS) as OptionName[]).filter(
    (other) => excludes(name, other) || excludes(other, name),
  );
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;
const isSet = (value: unknown): boolean => isThere(value) && value !== false;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
