import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../failures.js';
import { isSegment } from '../keys.js';
import type { ListedObject } from '../store.js';
import { entriesOf } from './folders.js';
import { parseEntry } from './names.js';
import { findObject } from './record.js';

/** The objects of a folder and of those in it, in the order of their keys' bytes; `prefix` is its key with a `/`, or empty. */
export async function* walk(folder: string, prefix: string): AsyncGenerator<ListedObject> {
  const below: { readonly order: string; readonly name: string; readonly isFolder: boolean }[] = [];
  for (const entry of await entriesOf(folder)) {
    if (entry.isDirectory() && isSegment(entry.name)) {
      below.push({ order: `${entry.name}/`, name: entry.name, isFolder: true });
      continue;
    }
    const parsed = parseEntry(entry.name);
    if (parsed?.id === '' && isSegment(parsed.name)) {
      below.push({ order: parsed.name, name: parsed.name, isFolder: false });
    }
  }
  below.sort((one, other) => (one.order < other.order ? -1 : 1));
  for (const { name, isFolder } of below) {
    const key = `${prefix}${name}`;
    if (isFolder) {
      yield* walk(join(folder, name), `${key}/`);
      continue;
    }
    const found = await findObject({ folder, name });
    if (found !== null) yield { key, size: found.record.size, storedAt: found.storedAt };
  }
}

/** Removes files of bytes, and records, that no object names and that have not changed since `before`. */
export async function sweepFolder(folder: string, before: number): Promise<number> {
  let removed = 0;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isSegment(entry.name)) removed += await sweepFolder(path, before);
      continue;
    }
    const parsed = parseEntry(entry.name);
    if (parsed === null || !(await isOlder(path, before))) continue;
    const found = await findObject({ folder, name: parsed.name });
    if (found !== null && (parsed.id === '' || parsed.id === found.record.id)) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function isOlder(path: string, before: number): Promise<boolean> {
  try {
    return (await lstat(path)).mtimeMs < before;
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT')) return false;
    throw thrown;
  }
}
