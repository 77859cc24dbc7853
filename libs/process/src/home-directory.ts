/** Where the user's files lie. */
import { homedir } from 'node:os';

/** Absolute. `/` for a user whom the system does not know, as that of a container may be: container engines say so too. */
export function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}
