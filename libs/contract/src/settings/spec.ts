/** How one setting of a program of the farm is declared: an environment variable, sometimes with a flag (http-api 4.5). */

export type SettingKind =
  | 'integer'
  | 'switch'
  | 'enum'
  | 'text'
  | 'path'
  | 'paths'
  | 'names'
  | 'origins'
  | 'redis-url'
  | 'url';

export interface SettingSpec {
  /** Environment variable. */
  readonly env: string;
  /** Older names of the same variable, read in this order when it is not set. */
  readonly also?: readonly string[];
  /** Flag of the command that starts the program; it beats the environment. */
  readonly flag?: string;
  readonly kind: SettingKind;
  readonly help: string;
  /** Its value is never repeated, in no message and no list. */
  readonly secret?: boolean;
  readonly values?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly default?: number | boolean | string;
}

export type SettingTable = Readonly<Record<string, SettingSpec>>;

type SettingType<S extends SettingSpec> = S['kind'] extends 'integer'
  ? number
  : S['kind'] extends 'switch'
    ? boolean
    : S['kind'] extends 'paths' | 'names' | 'origins'
      ? readonly string[]
      : S extends { readonly values: readonly (infer V)[] }
        ? V
        : string;

/** What a table reads to: a list or a setting with a default is always there, any other one may be null. */
export type Settings<T extends SettingTable> = {
  readonly [K in keyof T]: T[K]['kind'] extends 'paths' | 'names' | 'origins'
    ? SettingType<T[K]>
    : T[K] extends { readonly default: unknown }
      ? SettingType<T[K]>
      : SettingType<T[K]> | null;
};
