/** `projectDir` must lie, links followed, below a directory that the operator allows (http-api 2). */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { FramefarmError } from '@framefarm/contract';

/**
 * The real path of a project directory. Outside and absent ones are refused alike: nobody probes our disk.
 * @throws FramefarmError SOURCE_NOT_ALLOWED
 */
export async function allowedDirectory(directory: string, roots: readonly string[]): Promise<string> {
  const refused = (): FramefarmError =>
    new FramefarmError('SOURCE_NOT_ALLOWED', 'projectDir is not a directory below one that this service allows.');
  if (!isAbsolute(directory) || directory.includes('\0')) throw refused();
  const real = await realpath(directory).catch(() => null);
  if (real === null || !(await stat(real)).isDirectory()) throw refused();
  for (const root of roots) {
    const realRoot = await realpath(root).catch(() => null);
    if (realRoot !== null && isBelow(realRoot, real)) return real;
  }
  throw refused();
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
