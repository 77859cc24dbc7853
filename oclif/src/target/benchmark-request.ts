/** What a benchmark is asked for, and the command line that it recommends (cli 10). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type InputIssue, type OptionName, type RawOptions, RENDER_OPTIONS } from '@framefarm/contract';
import { findProject } from './project-directory.js';

/** Range and default of `--runs` (cli 10). */
const RUNS = { min: 1, max: 20 } as const;
export const DEFAULT_RUNS = 3;

/** The number of runs, or what is wrong with it. */
export function readRuns(typed: unknown): number | InputIssue {
  if (typed === undefined) return DEFAULT_RUNS;
  const runs = Number(typed);
  if (/^\d+$/.test(String(typed)) && runs >= RUNS.min && runs <= RUNS.max) return runs;
  const message = `--runs "${typed}": must be a whole number from ${RUNS.min} to ${RUNS.max}`;
  return { field: '--runs', code: 'invalid_value', message };
}

/**
 * Absolute path of the project to measure; null for the built-in composition, when neither a directory nor an entry was
 * named and the current directory holds none.
 * @throws FramefarmError `COMPOSITION_NOT_FOUND` for a directory or an entry that was named and is not there.
 */
export async function benchmarkProject(
  directory: string | null,
  raw: RawOptions,
  entry: string,
  cwd: string,
): Promise<string | null> {
  if (directory === null && raw.composition === undefined && !existsSync(join(cwd, entry))) return null;
  return await findProject(directory ?? '.', cwd, entry);
}

/** Options that say what is rendered; those of tools and checks too, for without them it may not render. */
const REPEATED: readonly OptionName[] = [
  'composition',
  'format',
  'fps',
  'quality',
  'resolution',
  'variables',
  'variablesFile',
  'strictVariables',
  'packageDir',
  'packageMap',
  'packageVersions',
  'cdnjsPackage',
  'allowNetwork',
  'offline',
  'outsideLinks',
  'sandbox',
  'browserPath',
  'ffmpegPath',
];

/**
 * One line for a shell: `render` with the given number of workers and every option that the benchmark was given.
 * `config` are its flags about configuration: the defaults of a file will come from that file again.
 */
export function recommendedCommand(
  directory: string | null,
  flags: RawOptions,
  workers: number,
  env: NodeJS.ProcessEnv = {},
  config: readonly string[] = [],
): string {
  const project = directory === null ? [] : [directory];
  const words = ['framefarm', 'render', ...project, ...config, '--workers', String(workers)];
  for (const name of REPEATED) {
    const value = flags[name];
    const spec: { readonly flag: string; readonly env?: string } = RENDER_OPTIONS[name];
    // What comes from the environment will come from it again.
    if (value === undefined || (spec.env !== undefined && env[spec.env] === value)) continue;
    if (typeof value === 'boolean') words.push(value ? `--${spec.flag}` : `--no-${spec.flag}`);
    else for (const one of Array.isArray(value) ? value : [value]) words.push(`--${spec.flag}`, String(one));
  }
  return words.map(quoted).join(' ');
}

/** As a POSIX shell reads it back. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
