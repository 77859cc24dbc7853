/** A user's cache that is not empty: who finds nothing in theirs unpacks the bundled browser and its fonts, some seconds of a core. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { userCacheDirectory } from '@framefarm/process';

const run = promisify(execFile);

/** Directories that are whole once they have their names; while they are unpacked they have others. */
const WHOLE = /^(chromium|fonts)-[\w.]+(-linux-x64)?$/;

/**
 * Puts what this user has unpacked, if anything, into a directory for XDG_CACHE_HOME, which is made; `uid`: another user, whose it is from
 * then on.
 */
export async function fillCache(cacheHome: string, { uid }: { readonly uid?: number } = {}): Promise<void> {
  const [own, cache] = [userCacheDirectory(), join(cacheHome, 'framefarm')];
  await mkdir(cache, { recursive: true });
  for (const name of existsSync(own) ? readdirSync(own) : []) {
    if (WHOLE.test(name)) await cp(join(own, name), join(cache, name), { recursive: true });
  }
  if (uid !== undefined) await run('chown', ['-R', `${uid}:${uid}`, cacheHome]);
}
