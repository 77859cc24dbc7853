/** A cache in which nothing can be made. */
import { FramefarmError } from '@framefarm/contract';

/** What the system says of a directory that is closed, whoever tries. */
const CLOSED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']);

/** Throws what work in the cache has thrown: by the name of the cache where the system lets nothing be made in it. */
export function throwOfCache(cacheDir: string, thrown: unknown): never {
  const { code } = thrown as NodeJS.ErrnoException;
  if (!CLOSED.has(code)) throw thrown;
  throw new FramefarmError('OUTPUT_NOT_WRITABLE', `the cache of frames "${cacheDir}" cannot be written (${code})`, {
    hint: 'Name another directory with --frames-cache-dir, or "off".',
    cause: thrown,
  });
}
