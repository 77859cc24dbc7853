/**
 * What a project's files are, as one hash. A page may fetch any file of its project while it runs, so all of them
 * count, and not only those that the source names.
 */
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileDigest } from '@framefarm/process';

/** Installed packages and outputs of other renders are no source. */
const LEFT_OUT = new Set(['node_modules', 'renders']);

/** A larger file, in bytes, counts by its size and time of change: reading gigabytes would cost more than it tells. */
const READ_UP_TO = 64 * 1024 * 1024;

/**
 * SHA-256 in hex over every file below `projectDir`, its name and content. Names that begin with a dot and the absolute
 * paths in `without` (files or directories) are left out; links to files are followed, links to directories by name only.
 */
export async function projectDigest(projectDir: string, without: ReadonlySet<string>): Promise<string> {
  const hash = createHash('sha256');
  const visit = async (directory: string, name: string): Promise<void> => {
    const entries = await readdir(directory, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(directory, entry.name);
      if (entry.name.startsWith('.') || LEFT_OUT.has(entry.name) || without.has(path)) continue;
      const inner = `${name}/${entry.name}`;
      if (entry.isDirectory()) await visit(path, inner);
      else hash.update(`\0${inner}\0${await digestOf(path)}`);
    }
  };
  await visit(projectDir, '');
  return hash.digest('hex');
}

async function digestOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  // A broken link, a socket or a directory behind a link: its name is what counts.
  if (found === null || !found.isFile()) return 'none';
  if (found.size > READ_UP_TO) return `${found.size} ${found.mtimeMs}`;
  return fileDigest(path);
}
