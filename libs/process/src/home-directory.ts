/** Where the user's files lie. */
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * Absolute: that of the system where `HOME` names none. `/` for a user whom the system does not know, as that of a container may be:
 * container engines say so too.
 */
export function homeDirectory(): string {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : userInfo().homedir;
  } catch {
    return '/';
  }
}
