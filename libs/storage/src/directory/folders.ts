import { mkdir, open, readdir, realpath, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno, unavailable } from '../failures.js';
import type { Place } from './names.js';
import { linkRefused } from './record.js';

/** True when the folder is there and no link leads to it (reference: security 4). */
export async function isFolder(folder: string): Promise<boolean> {
  try {
    if ((await realpath(folder)) !== folder) throw linkRefused(folder);
    return true;
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT', 'ENOTDIR')) return false;
    throw thrown;
  }
}

/**
 * As `isFolder`, of a folder below the root.
 * @throws FramefarmError `STORE_UNAVAILABLE` also when the root is gone: what was stored there is not lost for that.
 */
export async function hasFolder({ root, folder }: Pick<Place, 'root' | 'folder'>): Promise<boolean> {
  if (await isFolder(folder)) return true;
  if (!(await isFolder(root))) throw rootIsGone(root);
  return false;
}

/**
 * Makes a folder below the root that outlasts a loss of power.
 * @throws FramefarmError `STORE_UNAVAILABLE` when a link leads there, or when the root is gone: a volume that is not
 * mounted must not be written beside.
 */
export async function makeFolder({ root, folder }: Pick<Place, 'root' | 'folder'>): Promise<void> {
  for (let above = folder; !(await isFolder(above)); above = dirname(above)) {
    if (above === root) throw rootIsGone(root);
  }
  const first = await mkdir(folder, { recursive: true });
  await isFolder(folder);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

/** Makes names in a folder last. File systems that cannot flush a folder keep them in their own way. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (thrown) {
    if (!isErrno(thrown, 'EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM')) throw thrown;
  } finally {
    await handle.close();
  }
}

/** Removes a folder and those above it, up to the root, as far as nothing is in them. */
export async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty.length > root.length; empty = dirname(empty)) {
    try {
      await rmdir(empty);
    } catch (thrown) {
      if (isErrno(thrown, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY')) return;
      throw thrown;
    }
  }
}

/** The entries of a folder; none when it is not there. */
export async function entriesOf(folder: string) {
  if (!(await isFolder(folder))) return [];
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT', 'ENOTDIR')) return [];
    throw thrown;
  }
}

function rootIsGone(root: string) {
  return unavailable('misplaced', `${root} is gone.`, 'Mount or restore the store.');
}
