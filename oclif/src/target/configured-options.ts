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
  RENDER_OPTIONS,
  withDefaults,
} from '@framefarm/contract';
import { findProjectConfig, type ProjectConfig, readNamedConfig } from './config-file.js';
import { findDirectory, findProject } from './project-directory.js';

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
  /** False where nobody named the directory, so that it need not be a project. True by default. */
  readonly isNamed?: boolean;
  /** Ends the wait for the writer of a pipe that `config` names. */
  readonly signal?: AbortSignal;
}

export interface ConfiguredOptions {
  /** With the defaults of the configuration below what was given. */
  readonly raw: RawOptions;
  /** Faults of the configuration, and before them that of the project, which would be told only after these are mended. */
  readonly issues: readonly InputIssue[];
  /** The name of an option in messages: its flag, or the file and key it came from. */
  readonly nameOf: (name: OptionName, off?: boolean) => string;
}

/**
 * Raw options with the project's configuration below them (cli 11). Throws nothing but the reason of the signal: what is
 * wrong with the configuration is an issue, to be reported together with those of the command line.
 */
export async function withProjectConfig(line: CommandLine): Promise<ConfiguredOptions> {
  let config: ProjectConfig | null;
  try {
    config = await chosenConfig(line);
  } catch (thrown) {
    line.signal?.throwIfAborted();
    const { message } = asFramefarmError(thrown);
    const issues = [
      ...(await projectFault(line, () => findDirectory(line.directory, line.cwd))),
      { field: '--config', code: 'invalid_config', message },
    ];
    return { raw: line.raw, issues, nameOf: flagName };
  }
  if (config === null) return { raw: line.raw, issues: [], nameOf: flagName };
  const { shown } = config;
  const { raw, fromDefaults } = withDefaults(line.raw, accepted(config.defaults, line.accepts));
  return {
    raw: { ...raw, ...outputFromHere(raw, fromDefaults, line.cwd) },
    issues: config.issues.length === 0 ? [] : [...(await missingProject(line, config.composition)), ...config.issues],
    nameOf: (name, off) => (fromDefaults.has(name) ? `${shown}: ${configKey(name)}` : flagName(name, off)),
  };
}

/** @param composition The entry file that the configuration names. */
function missingProject(line: CommandLine, composition: string | null): Promise<InputIssue[]> {
  const typed = line.raw.composition;
  const entry = typeof typed === 'string' ? typed : (composition ?? RENDER_OPTIONS.composition.default);
  return projectFault(line, () => findProject(line.directory, line.cwd, entry));
}

async function projectFault(line: CommandLine, find: () => Promise<string>): Promise<InputIssue[]> {
  if (line.isNamed === false || line.directory === '') return [];
  try {
    await find();
    return [];
  } catch (thrown) {
    const { message, hint } = asFramefarmError(thrown);
    return [{ field: 'DIR', code: 'composition_not_found', message: `${message}. ${hint}` }];
  }
}

async function chosenConfig(line: CommandLine): Promise<ProjectConfig | null> {
  const { config } = line.flags;
  if (config !== undefined && line.flags['no-config'] === true) {
    throw new FramefarmError('VALIDATION_FAILED', '--config cannot be combined with --no-config');
  }
  if (line.flags['no-config'] === true) return null;
  if (typeof config === 'string') return readNamedConfig(config, line.cwd, line.signal);
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
