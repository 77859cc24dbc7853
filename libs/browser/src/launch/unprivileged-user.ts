/**
 * The user as whom a browser runs when framefarm itself is root: Chromium refuses to make its sandbox as root, and a page has
 * no business there anyway (security 2.2).
 */
import { spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * A number that no distribution hands out (60 706 to 61 183, systemd "Users, Groups, UIDs and GIDs"): nothing on the machine
 * belongs to it, not even what `nobody` owns by mistake.
 */
export const BROWSER_USER: RunAs = { uid: 60_800, gid: 60_800 };

let namespaces: boolean | undefined;

/** Whether that user may make the namespaces of which the sandbox consists; asked once per process, some 3 ms. */
export function mayMakeNamespaces(): boolean {
  namespaces ??=
    spawnSync('unshare', ['--user', 'true'], { ...BROWSER_USER, stdio: 'ignore', timeout: 5_000 }).status === 0;
  return namespaces;
}

const OTHERS_READ = 0o004;
const OTHERS_SEARCH = 0o001;

/**
 * The first place on the way to `path`, itself included, that others than its owner may not use; null when there is none.
 * `use`: to read what lies there, or to pass through it.
 */
export function closedToOthers(path: string, use: 'read' | 'pass' = 'read'): string | null {
  try {
    const real = realpathSync(path);
    const { mode } = statSync(real);
    if ((mode & (use === 'read' ? OTHERS_READ : OTHERS_SEARCH)) === 0) return real;
    for (let at = dirname(real); ; at = dirname(at)) {
      if ((statSync(at).mode & OTHERS_SEARCH) === 0) return at;
      if (at === dirname(at)) return null;
    }
  } catch {
    return path;
  }
}
