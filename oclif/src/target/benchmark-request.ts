/** What a benchmark is asked for, and the command line that it recommends (cli 10). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { InputIssue, RawOptions } from '@framefarm/contract';
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

/** Words that repeat the flags of the given options, and those that choose the configuration, as they were typed. */
export function repeatedFlags(
  flags: Readonly<Record<string, unknown>>,
  table: Readonly<Record<string, { readonly flag: string }>>,
): string[] {
  const names = [...Object.values(table).map((spec) => spec.flag), 'config', 'no-config'];
  return names.flatMap((name) => {
    const value = flags[name];
    if (value === undefined) return [];
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
    return (Array.isArray(value) ? value : [value]).flatMap((one) => [`--${name}`, String(one)]);
  });
}

/** One line for a shell: `render` with the given number of workers and the repeated flags. */
export function recommendedCommand(directory: string | null, workers: number, repeated: readonly string[]): string {
  const words = ['framefarm', 'render', ...(directory === null ? [] : [directory]), '--workers', String(workers)];
  return [...words, ...repeated].map(quoted).join(' ');
}

/** As a POSIX shell reads it back. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
