/** From raw values to checked options: every value by itself, then the rules between options. */
import type { InputIssue } from '../catalogue/errors.js';
import { batchOptions, containerOptions, farmOptions, renderOptions } from './chosen-options.js';
import { faultWords, readOption } from './read.js';
import type { BatchOptions, ContainerOptions, FarmOptions, RenderOptions } from './render-options.js';
import { checkRulesBetween, type OptionValues, type TellFault } from './rules-between.js';
import type { OptionSpec } from './spec.js';
import { type OptionName, RENDER_OPTIONS } from './table.js';

/** Raw values by option name: strings as typed on a command line, or JSON values of a request. */
export type RawOptions = Partial<Record<OptionName, unknown>>;

export type OptionsResult =
  | {
      readonly ok: true;
      readonly options: RenderOptions;
      /** Null for a single render. */
      readonly batch: BatchOptions | null;
      /** Null for a render on this machine. */
      readonly farm: FarmOptions | null;
      /** Null for a render outside of containers. */
      readonly container: ContainerOptions | null;
    }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/**
 * Checks every given option and all rules between them; reports all faults at once. The words are the same for
 * every caller; `nameOf` gives the name under which the caller knows an option (`--fps` by default), or knows it turned off.
 */
export function resolveRenderOptions(
  raw: RawOptions,
  nameOf: (name: OptionName, off?: boolean) => string = flagName,
): OptionsResult {
  const issues: InputIssue[] = [];
  const values: OptionValues = {};
  const fault: TellFault = (name, code, rule) => {
    const off = values[name] === false && (RENDER_OPTIONS[name] as OptionSpec | undefined)?.negatable === true;
    issues.push({ field: nameOf(name), code, message: `${nameOf(name, off)} ${rule}` });
  };
  const wrong = new Set<OptionName>();
  const given = (Object.keys(raw) as OptionName[]).filter((name) => raw[name] !== undefined && raw[name] !== null);
  for (const name of given) {
    // Every object knows "constructor", and JSON may hold "__proto__".
    const spec: OptionSpec | undefined = Object.hasOwn(RENDER_OPTIONS, name) ? RENDER_OPTIONS[name] : undefined;
    if (spec === undefined) {
      issues.push({ field: name, code: 'unknown_option', message: `${name} is not a render option` });
      continue;
    }
    const read = readOption(spec, raw[name]);
    if (read.ok) values[name] = read.value;
    else {
      wrong.add(name);
      fault(name, 'invalid_value', faultWords(raw[name], read));
    }
  }
  checkRulesBetween({ values, wrong, writtenTo: raw.to, nameOf }, fault);
  if (issues.length > 0) return { ok: false, issues };
  return {
    ok: true,
    batch: batchOptions(values),
    farm: farmOptions(values),
    container: containerOptions(values),
    options: renderOptions(values),
  };
}

/** `--video-bitrate` for `videoBitrate`; `off`: as it is turned off, `--no-wait`. */
export function flagName(name: OptionName, off = false): string {
  return `--${off ? 'no-' : ''}${RENDER_OPTIONS[name]?.flag ?? name}`;
}
