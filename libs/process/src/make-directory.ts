/** Making the directories of a path that a user has typed. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory and those above it that are missing; resolves with the first one made, undefined when all were there. Node.js' own
 * recursive `mkdir` never ends where a directory cannot have children, as in `/proc`: it is told that the parent is missing each time.
 * @throws the system's error of the first directory that cannot be made.
 */
export async function makeDirectory(path: string): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  for (const directory of missing) await make(directory);
  // One that is there and is no directory says so.
  if (missing.length === 0) await make(path);
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
async function make(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
