/** Where what is made once for all renders of a user is kept. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** `$XDG_CACHE_HOME/framefarm`, else `~/.cache/framefarm`; it need not exist yet. */
export function userCacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'framefarm');
}
