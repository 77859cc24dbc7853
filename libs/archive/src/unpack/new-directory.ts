/** A directory that is there complete, or not at all (reference: security 4 and 6). */
import { lstat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';

/**
 * Runs `fill` with an empty directory (mode 0700) and a private one beside it for what is only needed meanwhile; then the
 * first becomes `target`. Both lie next to `target` and are removed when anything fails. Throws INTERNAL_ERROR when
 * `target` exists.
 */
export async function newDirectory<T>(
  target: string,
  fill: (directory: string, beside: string) => Promise<T>,
): Promise<T> {
  await mkdir(dirname(target), { recursive: true });
  const beside = await mkdtemp(`${target}.part-`);
  try {
    const directory = join(beside, 'complete');
    await mkdir(directory, { mode: 0o700 });
    const result = await fill(directory, beside);
    if (await exists(target)) throw new FramefarmError('INTERNAL_ERROR', `"${target}" exists already.`);
    await rename(directory, target);
    return result;
  } finally {
    await rm(beside, { recursive: true, force: true, maxRetries: 2 });
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
