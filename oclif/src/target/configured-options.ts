/** Options with the defaults of the project's configuration below them. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import {
  asFramefarmError,
  configKey,
  FramefarmError,
  flagName,
  type InputIssue,
  type OptionName,
  type RawOptions,
  withDefaults,
} from '@framefarm/contract';
import { findProjectConfig, type ProjectConfig, readNamedConfig } from './config-file.js';

export interface CommandLine {
  /** As typed. */
  readonly directory: string;
  /** All parsed flags by flag name; of these `config` and `no-config` are read here. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** Options by option name, from flags and environment. */
  readonly raw: RawOptions;
  readonly cwd: string;
  /** Options that this command has; defaults of others are left aside. All by default. */
  readonly accepts?: readonly OptionName[];
}

export interface ConfiguredOptions {
  /** With the defaults of the configuration below what was given. */
  readonly raw: RawOptions;
  /** Faults of the configuration. */
  readonly issues: readonly InputIssue[];
  /** The name of an option in messages: its flag, or the file and key it came from. */
  readonly nameOf: (name: OptionName, off?: boolean) => string;
}

/**
 * Raw options with the project's configuration below them (cli 11). Never throws: what is wrong with the configuration
 * is an issue, to be reported together with those of the command line.
 */
export async function withProjectConfig(line: CommandLine): Promise<ConfiguredOptions> {
  let config: ProjectConfig | null;
  try {
    config = await chosenConfig(line);
  } catch (thrown) {
    const { message } = asFramefarmError(thrown);
    return { raw: line.raw, issues: [{ field: '--config', code: 'invalid_config', message }], nameOf: flagName };
  }
  if (config === null) return { raw: line.raw, issues: [], nameOf: flagName };
  const { shown } = config;
  const { raw, fromDefaults } = withDefaults(line.raw, accepted(config.defaults, line.accepts));
  return {
    raw: { ...raw, ...outputFromHere(raw, fromDefaults, line.cwd) },
    issues: config.issues,
    nameOf: (name, off) => (fromDefaults.has(name) ? `${shown}: ${configKey(name)}` : flagName(name, off)),
  };
}

async function chosenConfig(line: CommandLine): Promise<ProjectConfig | null> {
  const { config } = line.flags;
  if (config !== undefined && line.flags['no-config'] === true) {
    throw new FramefarmError('VALIDATION_FAILED', '--config cannot be combined with --no-config');
  }
  if (line.flags['no-config'] === true) return null;
  if (typeof config === 'string') return readNamedConfig(config, line.cwd);
  return line.directory === '' ? null : findProjectConfig(resolve(line.cwd, line.directory), line.cwd);
}

function accepted(defaults: RawOptions, names: readonly OptionName[] | undefined): RawOptions {
  if (names === undefined) return defaults;
  return Object.fromEntries(names.filter((name) => name in defaults).map((name) => [name, defaults[name]]));
}

/** An output of the configuration in the words of a user in the current directory, for the lines of the render. */
function outputFromHere(raw: RawOptions, fromDefaults: ReadonlySet<OptionName>, cwd: string): RawOptions {
  if (!fromDefaults.has('output') || typeof raw.output !== 'string') return {};
  const way = relative(cwd, raw.output);
  const isBelow = way !== '' && !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
  return isBelow ? { output: /[/\\]$/.test(raw.output) ? `${way}${sep}` : way } : {};
}
