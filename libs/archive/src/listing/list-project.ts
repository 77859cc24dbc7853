/** Which files of a directory make the project that a farm renders (reference: composition-format 1, cli 7). */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../limits.js';
import { listingOf, type ProjectFile, type ProjectListing } from './composition-id.js';
import type { LeftOut } from './left-out.js';
import { Selection } from './selection.js';
import { walkProject } from './walk-project.js';

export interface ListOptions {
  /** Project paths that the composition refers to: packed even where a rule leaves them out (composition-format 1). */
  readonly referenced?: Iterable<string>;
  /** Further files, project path → file on disk, such as mapped package files (composition-format 11.2). */
  readonly added?: ReadonlyMap<string, string>;
  /** Follow links out of the project, as `--outside-links` does; default true. */
  readonly outsideLinks?: boolean;
  readonly limits?: Partial<ArchiveLimits>;
  readonly signal?: AbortSignal;
}

/** A listing that was read from a directory of this machine. */
export interface DiskListing extends ProjectListing {
  readonly leftOut: readonly LeftOut[];
  /** Links that were followed out of the project, for a notice: project path → real path. */
  readonly outsideLinks: ReadonlyMap<string, string>;
  /** Where a file lies when that is not its path below the project: project path → file on disk. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Lists and hashes the files that a render of the project in `dir` may need. Throws COMPOSITION_NOT_FOUND without a
 * directory, and ARCHIVE_REJECTED when a farm would refuse the files: names that differ only by letter case, or more than
 * the limits allow.
 */
export async function listProject(dir: string, options: ListOptions = {}): Promise<DiskListing> {
  const root = await realpath(dir).catch(() => {
    throw new FramefarmError('COMPOSITION_NOT_FOUND', `There is no directory "${dir}".`);
  });
  const selection = new Selection({ ...ARCHIVE_LIMITS, ...options.limits });
  const outsideLinks = options.outsideLinks ?? true;
  const walk = await walkProject(root, {
    outsideLinks,
    levels: selection.limits.levels,
    signal: options.signal,
    found: ({ path, size }) => selection.take(path, join(root, path), size),
  });
  const followed = new Map(walk.outsideLinks);
  for (const path of options.referenced ?? []) {
    const found = selection.has(path) ? null : await regularFile(root, path);
    if (found === null || (found.outside && !outsideLinks)) continue;
    selection.take(path, join(root, path), found.size);
    if (found.outside) followed.set(path, found.real);
  }
  for (const [path, source] of options.added ?? []) {
    if (!selection.has(path)) selection.take(path, source, (await stat(source)).size);
  }

  const leftOut = [...walk.leftOut, ...selection.unnameable];
  const files: ProjectFile[] = [];
  const sources = new Map<string, string>();
  for (const [path, source] of selection.files) {
    const file = await hashed(path, source, options.signal);
    if (file === null) {
      leftOut.push({ path, reason: 'unreadable' });
      continue;
    }
    files.push(file);
    if (source !== join(root, path)) sources.set(path, source);
  }
  return { ...listingOf(files), leftOut, outsideLinks: followed, sources };
}

async function regularFile(root: string, path: string) {
  if (path.includes('\0')) return null;
  const real = await realpath(join(root, path)).catch(() => null);
  if (real === null) return null;
  const facts = await stat(real);
  return facts.isFile() ? { real, size: facts.size, outside: !real.startsWith(root + sep) } : null;
}

/** Null when the file may not be read. */
async function hashed(path: string, source: string, signal: AbortSignal | undefined): Promise<ProjectFile | null> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(source, signal === undefined ? {} : { signal })) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw error;
  }
  return { path, size, sha256: hash.digest('hex') };
}
