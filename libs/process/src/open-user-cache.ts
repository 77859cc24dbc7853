/** The user's cache where it can be written, else a place of the user's own among the temporary files. */
import { access, constants, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { makeDirectory } from './make-directory.js';
import { userCacheDirectory } from './user-cache.js';

const opened = new Map<string, Promise<string>>();

/**
 * {@link userCacheDirectory}, made and writable. A user without a home, as services and containers have, gets a directory
 * among the temporary files that only this user writes to.
 * @throws FramefarmError `OUTPUT_NOT_WRITABLE` where neither can be had.
 */
export function openUserCache(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const preferred = userCacheDirectory(env);
  const known = opened.get(preferred) ?? open(preferred);
  opened.set(preferred, known);
  return known;
}

const open = async (preferred: string): Promise<string> =>
  (await isWritable(preferred)) ? preferred : await ownTemporary(preferred);

async function isWritable(directory: string): Promise<boolean> {
  try {
    await makeDirectory(directory);
    await access(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** In a directory that all users share a name may have been taken by another one, or be a link to elsewhere. */
async function ownTemporary(instead: string): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const directory = join(tmpdir(), `framefarm-cache-${uid}`);
  try {
    // The browser of root runs as another user, who reads from there.
    await mkdir(directory, { mode: uid === 0 ? 0o755 : 0o700 });
  } catch {
    // It may be there already.
  }
  const found = await lstat(directory).catch(() => undefined);
  const isOwn = found?.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0;
  if (isOwn && (await isWritable(directory))) return directory;
  throw new FramefarmError(
    'OUTPUT_NOT_WRITABLE',
    `the cache "${instead}" cannot be written, nor can "${directory}" be used in its place`,
    { hint: 'Set HOME or XDG_CACHE_HOME to a directory that this user may write to.' },
  );
}
