import { access, constants, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

export type FileLookup =
  | { readonly found: true; readonly file: string; readonly size: number; readonly outside: boolean }
  | { readonly found: false; readonly reason: 'missing' | 'outside' | 'unreadable' };

/** True when `path` is `root` or lies below it; both must be real paths. Compares whole segments. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/**
 * Finds a regular file below `root` (a real path) from checked segments. Links are resolved first; a target outside
 * the root counts as `outside` unless `followLinks` is set (reference: composition-format 1, security 4). What is missing
 * under the name as written is looked for in NFC: an upload is unpacked with such names, whatever its documents say
 * (http-api 3.7).
 */
export async function findFile(root: string, segments: readonly string[], followLinks: boolean): Promise<FileLookup> {
  const found = await lookUp(root, segments, followLinks);
  if (found.found || found.reason !== 'missing') return found;
  const composed = segments.map((segment) => segment.normalize('NFC'));
  return composed.every((segment, at) => segment === segments[at]) ? found : lookUp(root, composed, followLinks);
}

async function lookUp(root: string, segments: readonly string[], followLinks: boolean): Promise<FileLookup> {
  let file: string;
  let facts: Awaited<ReturnType<typeof stat>>;
  try {
    file = await realpath(join(root, ...segments));
    facts = await stat(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG' || code === 'EACCES') {
      return { found: false, reason: 'missing' };
    }
    throw error;
  }
  const outside = !isInside(root, file);
  if (outside && !followLinks) return { found: false, reason: 'outside' };
  if (!facts.isFile()) return { found: false, reason: 'missing' };
  const isReadable = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isReadable) return { found: false, reason: 'unreadable' };
  return { found: true, file, size: facts.size, outside };
}
