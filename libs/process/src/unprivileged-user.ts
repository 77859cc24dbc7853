/**
 * The user as whom browsers and decoders run when framefarm itself is root: Chromium refuses to make its sandbox as root, and
 * neither pages nor media have any business there (security 2.2).
 */
import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * A number that no distribution hands out (60 706 to 61 183, systemd "Users, Groups, UIDs and GIDs"): nothing on the machine
 * belongs to it, not even what `nobody` owns by mistake.
 */
export const UNPRIVILEGED_USER: RunAs = { uid: 60_800, gid: 60_800 };

const OTHERS_READ = 0o004;
const OTHERS_SEARCH = 0o001;
const OTHERS_MAY = { read: OTHERS_READ, pass: OTHERS_SEARCH, run: OTHERS_READ | OTHERS_SEARCH } as const;

/**
 * The first place on the way to `path`, itself included, that others than its owner may not use; null when there is none.
 * `use`: to read what lies there, to pass through it, or to run it.
 */
export function closedToOthers(path: string, use: keyof typeof OTHERS_MAY = 'read'): string | null {
  try {
    const real = realpathSync(path);
    const { mode } = statSync(real);
    if ((mode & OTHERS_MAY[use]) !== OTHERS_MAY[use]) return real;
    // A link leads there through its own directory, which may be closed where the file is not.
    return closedAbove(resolve(path)) ?? closedAbove(real);
  } catch {
    return path;
  }
}

function closedAbove(path: string): string | null {
  for (let at = dirname(path); ; at = dirname(at)) {
    if ((statSync(at).mode & OTHERS_SEARCH) === 0) return at;
    if (at === dirname(at)) return null;
  }
}
