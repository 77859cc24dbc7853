/** The project that a render is asked for (composition-format 1, cli 1). */
import { access, constants, readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { FramefarmError } from '@framefarm/contract';

/**
 * Absolute path of the project directory, after checking that it exists and holds the entry file.
 * Throws COMPOSITION_NOT_FOUND with the path that was looked for.
 */
export async function findProject(typed: string, cwd: string, entry: string): Promise<string> {
  const directory = await findDirectory(typed, cwd);
  const way = relative(directory, resolve(directory, entry));
  if (isAbsolute(entry) || way === '..' || way.startsWith(`..${sep}`)) {
    throw notFound(`--composition "${entry}" lies outside the project ${directory}`, 'Name a file inside the project.');
  }
  const file = join(directory, entry);
  const found = await kindOf(file);
  if (found === 'directory') {
    throw notFound(`--composition "${entry}" is a directory, not an HTML file`, await otherEntries(file));
  }
  if (found === 'closed') throw closed(dirname(file));
  if (found === 'other')
    throw notFound(`--composition "${entry}" is no regular file`, await otherEntries(dirname(file)));
  if (found === 'file') {
    await access(file, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => {
      throw closed(file, code);
    });
    return directory;
  }
  throw notFound(`${file} does not exist`, await otherEntries(directory));
}

/** As {@link findProject}, where nobody can tell the entry file. */
export async function findDirectory(typed: string, cwd: string): Promise<string> {
  if (typed === '') throw notFound('the project directory is an empty text');
  const directory = resolve(cwd, typed);
  const kind = await kindOf(directory);
  if (kind === null) throw notFound(`${directory} does not exist`);
  if (kind === 'file') {
    throw notFound(`${directory} is a file, not a project directory`, advice(directory, cwd));
  }
  if (kind === 'other') throw notFound(`${directory} is not a directory`);
  if (kind === 'closed') throw closed(directory);
  return directory;
}

/** Name of a project: the name of its directory; a directory without a name (`/`) is called `composition`. */
export function projectName(directory: string): string {
  return basename(directory) || 'composition';
}

function notFound(message: string, hint?: string): FramefarmError {
  return new FramefarmError('COMPOSITION_NOT_FOUND', message, hint === undefined ? {} : { hint });
}

function closed(path: string, code = 'EACCES'): FramefarmError {
  return notFound(`${path} cannot be read (${code})`, 'Give this user the right to read it.');
}

function advice(file: string, cwd: string): string {
  const directory = relative(cwd, dirname(file)) || '.';
  const name = basename(file);
  const entry = name === 'index.html' ? '' : ` --composition ${name}`;
  return `Name its directory: framefarm render ${directory}${entry}`;
}

async function otherEntries(directory: string): Promise<string | undefined> {
  const pages = (await readdir(directory).catch(() => [])).filter((name) => /\.html?$/i.test(name)).sort();
  if (pages.length === 0) return undefined;
  return `The directory holds ${pages.slice(0, 5).join(', ')}; choose one with --composition.`;
}

async function kindOf(path: string): Promise<'file' | 'directory' | 'other' | 'closed' | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';
  } catch (error) {
    // Absent, or unreachable, which is the same to whoever named it, but for a directory on the way that is closed to this user.
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'closed' : null;
  }
}
