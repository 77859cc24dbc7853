/** Making the directories of a path that a user has typed. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory and those above it that are missing; resolves with the first one made, undefined when all were there. Node.js' own
 * recursive `mkdir` never ends where a directory cannot have children, as in `/proc`: it is told that the parent is missing each time.
 * @param mode Permissions of each directory that is made; all that the umask leaves by default.
 * @throws the system's error of the first directory that cannot be made.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  for (const directory of missing) await make(directory, mode);
  // One that is there and is no directory says so.
  if (missing.length === 0) await make(path, mode);
  return missing[0];
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    // A file above is found on the way up, and its child cannot be made.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** Another process may have made it meanwhile. */
async function make(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
