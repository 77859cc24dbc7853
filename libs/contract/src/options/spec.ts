/** How one option is declared. */
import type { OutputFormat } from '../formats.js';

export type OptionKind =
  | 'flag'
  | 'integer'
  | 'enum'
  | 'fps'
  | 'bitrate'
  | 'workers'
  | 'path'
  | 'text'
  | 'texts'
  | 'json'
  | 'duration'
  | 'origins'
  | 'places'
  | 'labels'
  | 'farm-url'
  | 'frames'
  | 'time';

export interface OptionSpec {
  /** Flag name; also the HTTP field in camelCase. */
  readonly flag: string;
  readonly char?: string;
  readonly kind: OptionKind;
  readonly help: string;
  readonly values?: readonly string[];
  /** What a text has to be; the rule completes a sentence about it. */
  readonly pattern?: { readonly fits: RegExp; readonly rule: string };
  readonly min?: number;
  readonly max?: number;
  readonly default?: string | number | boolean;
  /** Shown instead of `default` where the default is decided elsewhere. */
  readonly defaultText?: string;
  /** Formats for which the option has an effect; given with another one it is refused. */
  readonly formats?: readonly OutputFormat[];
  readonly conflicts?: readonly string[];
  readonly requires?: readonly string[];
  /** A `--no-` form exists. */
  readonly negatable?: boolean;
  /** Environment variable read when the flag is absent. */
  readonly env?: string;
  /** Key in the configuration file where it is not the option's own name, e.g. `packages.dirs`. */
  readonly configKey?: string;
  /** Why a configuration file may not set it; part of the message. */
  readonly notInConfig?: string;
  /** Set while the feature does not work yet: the option is refused with this sentence, never ignored. */
  readonly unavailable?: string;
  /** Why a render with `--farm` refuses it, and what to do; a value of the environment is left aside there. */
  readonly notOnFarm?: string;
  readonly group:
    | 'output'
    | 'encoding'
    | 'capture'
    | 'composition'
    | 'checks'
    | 'reporting'
    | 'batch'
    | 'farm'
    | 'network';
}
