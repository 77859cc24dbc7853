/** Where what is made once for all renders of a user is kept. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * `$XDG_CACHE_HOME/framefarm`, else `~/.cache/framefarm`; for root `/var/cache/framefarm`, since the browser runs as another
 * user and root's home is closed to others. It need not exist yet.
 */
export function userCacheDirectory(
  env: NodeJS.ProcessEnv = process.env,
  uid: number | undefined = process.getuid?.(),
): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'framefarm');
  return uid === 0 ? '/var/cache/framefarm' : join(homedir(), '.cache', 'framefarm');
}
