/** Writing the files of a new project without touching what is there. */
import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { makeDirectory } from '@framefarm/process';
import type { TemplateFile } from './templates.js';

export interface WrittenProject {
  readonly written: readonly string[];
  /** Files of the project that were there and stay: a `.gitignore` is never replaced. */
  readonly kept: readonly string[];
}

const NEVER_REPLACED: string = '.gitignore';

/**
 * Makes `directory` and its files. Nothing is written when a file is in the way, unless `force` says that these files
 * may be replaced.
 * @throws FramefarmError VALIDATION_FAILED naming all that is in the way; OUTPUT_NOT_WRITABLE.
 */
export async function writeProject(
  directory: string,
  shown: string,
  files: readonly TemplateFile[],
  force: boolean,
): Promise<WrittenProject> {
  try {
    const kinds = await Promise.all(files.map(({ path }) => kindOf(join(directory, path))));
    const found = files.filter((_, index) => kinds[index] !== 'none').map(({ path }) => path);
    const kept = found.filter((path) => path === NEVER_REPLACED);
    const inTheWay = found.filter((path) => path !== NEVER_REPLACED);
    const directories = files.filter((_, index) => kinds[index] === 'directory').map(({ path }) => path);
    if (inTheWay.length > 0 && (!force || directories.length > 0)) {
      throw occupied(shown, force ? directories : inTheWay, force);
    }
    await makeDirectory(directory);
    const written = files.filter(({ path }) => !kept.includes(path));
    for (const { path, text } of written) {
      // A link is replaced, not followed: what it points to belongs to something else.
      if (inTheWay.includes(path)) await rm(join(directory, path));
      await writeFile(join(directory, path), text, { flag: 'wx' });
    }
    return { written: written.map(({ path }) => path), kept };
  } catch (error) {
    if (error instanceof FramefarmError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FramefarmError('OUTPUT_NOT_WRITABLE', `the project ${shown} cannot be written (${code ?? message})`, {
      hint: 'Choose another directory.',
      cause: error,
    });
  }
}

async function kindOf(path: string): Promise<'none' | 'directory' | 'other'> {
  try {
    return (await lstat(path)).isDirectory() ? 'directory' : 'other';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none';
    throw error;
  }
}

function occupied(shown: string, paths: readonly string[], force: boolean): FramefarmError {
  const rule = force ? 'is a directory' : 'is there already';
  const issues = paths.map((path) => ({ field: path, code: 'exists', message: `${path} ${rule}` }));
  return new FramefarmError('VALIDATION_FAILED', `${paths.join(', ')} in ${shown} ${rule}`, {
    issues,
    hint: force
      ? 'Choose another directory.'
      : 'Nothing was written. Choose another directory, or replace these files with --force.',
  });
}
