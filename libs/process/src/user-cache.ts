/** Where what is made once is kept: for all renders of a user, or for all containers of an image. */
import { isAbsolute, join } from 'node:path';
import { homeDirectory } from './home-directory.js';

/**
 * `$XDG_CACHE_HOME/framefarm`, else `~/.cache/framefarm`; for root `/var/cache/framefarm`, since the browser runs as another
 * user and root's home is closed to others. It need not exist yet, nor be writable.
 */
export function userCacheDirectory(
  env: NodeJS.ProcessEnv = process.env,
  uid: number | undefined = process.getuid?.(),
): string {
  // One that is not absolute is to be ignored (XDG Base Directory Specification).
  if (env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME)) return join(env.XDG_CACHE_HOME, 'framefarm');
  return uid === 0 ? '/var/cache/framefarm' : join(homeDirectory(), '.cache', 'framefarm');
}

/**
 * The directory of a container image with what is otherwise made in the user's cache, browser and fonts, and a record of what
 * the image holds; read only. Null outside of such an image.
 */
export function imageDirectory(env: NodeJS.ProcessEnv = process.env): string | null {
  return env.FRAMEFARM_IMAGE_DIR ? env.FRAMEFARM_IMAGE_DIR : null;
}
