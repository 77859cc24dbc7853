/** Finding and reading a project's configuration: `framefarm.config.json`, or the key `framefarm` of package.json. */
import type { Stats } from 'node:fs';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  FramefarmError,
  type InputIssue,
  jsonOfFile,
  type OptionName,
  type RawOptions,
  readConfigOptions,
} from '@framefarm/contract';
import { mayBeEndless, readNamedFile } from './named-file.js';

const CONFIG_FILE = 'framefarm.config.json';
const PACKAGE_KEY = 'framefarm';
const PACKAGE_FILE = 'package.json';

export interface ProjectConfig {
  /** How messages name the file, as a user in the current directory would. */
  readonly shown: string;
  /** Defaults by option name; paths are absolute. Empty when there are issues. */
  readonly defaults: RawOptions;
  /** The entry file that it names, also where other keys are at fault; null where it names none. */
  readonly composition: string | null;
  readonly issues: readonly InputIssue[];
}

/**
 * The configuration of the project in `projectDir`, or null when it has none. Directories above are not searched: what
 * a project is rendered with shall not depend on where it lies.
 * @throws FramefarmError VALIDATION_FAILED for a file that cannot be read or is not JSON, and for two configurations.
 */
export async function findProjectConfig(projectDir: string, cwd: string): Promise<ProjectConfig | null> {
  if (await isClosed(projectDir)) return null;
  const file = join(projectDir, CONFIG_FILE);
  const packageFile = join(projectDir, PACKAGE_FILE);
  const [own, inPackage] = await Promise.all([readJson(file, cwd), readJson(packageFile, cwd)]);
  const key = packageConfig(inPackage);
  if (own !== null && key !== undefined) {
    throw new FramefarmError(
      'VALIDATION_FAILED',
      `${shownPath(file, cwd)} and the key "${PACKAGE_KEY}" of ${shownPath(packageFile, cwd)} both configure the project`,
      { hint: 'Keep one of the two.' },
    );
  }
  if (own !== null) return toConfig(own.value, file, shownPath(file, cwd));
  return key === undefined ? null : toConfig(key, packageFile, packageLabel(packageFile, cwd));
}

/**
 * The configuration that `--config` names. `signal` ends the wait for a pipe's writer. Throws like {@link findProjectConfig}, and when
 * the file is missing.
 */
export async function readNamedConfig(typed: string, cwd: string, signal?: AbortSignal): Promise<ProjectConfig> {
  if (typed === '') throw unreadable('--config "": must be a non-empty text');
  const file = resolve(cwd, typed);
  const found = await readJson(file, cwd, mayBeEndless, signal);
  if (found === null) throw unreadable(`--config "${typed}" does not exist`);
  if (basename(file) !== PACKAGE_FILE) return toConfig(found.value, file, shownPath(file, cwd));
  const key = packageConfig(found);
  if (key === undefined) throw unreadable(`--config "${typed}" has no key "${PACKAGE_KEY}"`);
  return toConfig(key, file, packageLabel(file, cwd));
}

/** Nothing in it can be seen, of which the search for the project speaks. */
async function isClosed(directory: string): Promise<boolean> {
  return access(directory, constants.X_OK).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'EACCES',
  );
}

function packageConfig(found: { readonly value: unknown } | null): unknown {
  const value = found?.value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, PACKAGE_KEY)) return undefined;
  return (value as Record<string, unknown>)[PACKAGE_KEY];
}

/**
 * Null when there is no such file, or no such directory, of which the search for the project speaks. A pipe is read where the user
 * names it; one that lies in a project may never have a writer.
 */
async function readJson(
  file: string,
  cwd: string,
  isRefused = (found: Stats) => !found.isFile() && !found.isDirectory(),
  signal?: AbortSignal,
): Promise<{ readonly value: unknown } | null> {
  let bytes: Buffer;
  try {
    const found = await stat(file);
    if (isRefused(found)) throw new Error('it is no regular file');
    bytes = await readNamedFile(file, signal);
  } catch (error) {
    signal?.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw unreadable(`${shownPath(file, cwd)} cannot be read (${code ?? message})`, error);
  }
  try {
    return { value: jsonOfFile(bytes) };
  } catch (error) {
    throw unreadable(`${shownPath(file, cwd)} is ${(error as Error).message}`, error);
  }
}

function unreadable(message: string, cause?: unknown): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', message, {
    hint: 'Correct the file, or leave configuration out with --no-config.',
    ...(cause === undefined ? {} : { cause }),
  });
}

async function toConfig(value: unknown, file: string, shown: string): Promise<ProjectConfig> {
  const { raw, issues } = readConfigOptions(value, shown);
  const composition = typeof raw.composition === 'string' && raw.composition !== '' ? raw.composition : null;
  if (issues.length > 0) return { shown, defaults: {}, composition, issues };
  const directory = dirname(file);
  const outside: OptionName[] = [];
  for (const name of PROJECT_PATHS) {
    const path = raw[name];
    if (typeof path === 'string' && (leaves(directory, path) || (await isLedOut(directory, path)))) outside.push(name);
  }
  if (outside.length > 0) {
    return {
      shown,
      defaults: {},
      composition,
      issues: outside.map((name) => ({
        field: name,
        code: 'invalid_value',
        message: `${shown}: ${name} "${raw[name]}" must be a path below the directory of this file; name others on the command line`,
      })),
    };
  }
  return { shown, defaults: { ...raw, ...absolutePaths(raw, directory) }, composition, issues: [] };
}

/**
 * Options whose file a configuration may choose only beside itself: a project that came from elsewhere shall not
 * overwrite, or hand to its page, a file of the one who renders it.
 */
const PROJECT_PATHS: readonly OptionName[] = ['output', 'variablesFile'];

function leaves(directory: string, path: string): boolean {
  const way = relative(directory, resolve(directory, path));
  return isAbsolute(path) || way === '' || isOutside(way);
}

/** A link that the project brings along leads out of the directory, whose own path may have links. */
async function isLedOut(directory: string, path: string): Promise<boolean> {
  const root = await realpath(directory);
  let existing = resolve(directory, path);
  while (existing !== directory) {
    const real = await realpath(existing).catch(() => null);
    if (real !== null) return isOutside(relative(root, real));
    existing = dirname(existing);
  }
  return false;
}

function isOutside(way: string): boolean {
  return isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`);
}

/** Relative paths start at the directory of the file (a trailing slash, which names a directory, is kept). */
function absolutePaths(raw: RawOptions, directory: string): RawOptions {
  const paths: RawOptions = {};
  for (const name of PROJECT_PATHS) if (typeof raw[name] === 'string') paths[name] = join(directory, raw[name]);
  const { packageDir } = raw;
  const dirs = typeof packageDir === 'string' ? [packageDir] : packageDir;
  if (Array.isArray(dirs)) paths.packageDir = dirs.map((one) => resolve(directory, String(one)));
  return paths;
}

function packageLabel(file: string, cwd: string): string {
  return `${shownPath(file, cwd)} (${PACKAGE_KEY})`;
}

/** Relative to the current directory where it lies below it. */
function shownPath(file: string, cwd: string): string {
  const way = relative(cwd, file);
  return isAbsolute(way) || way.startsWith(`..${sep}`) ? file : way;
}
