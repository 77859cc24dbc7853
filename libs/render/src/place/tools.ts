/** The programs a render needs, looked for once where several renders share them. */
import { type BrowserInfo, findBrowser } from '@framefarm/browser';
import type { Ffmpeg } from '@framefarm/media';
import { openUserCache } from '@framefarm/process';

export interface Tools {
  /** As `findFfmpeg`; null: wherever it is found. */
  ffmpeg(explicitPath: string | null): Promise<Ffmpeg>;
  /** As `findBrowser`; null: wherever it is found. */
  browser(explicitPath: string | null): Promise<BrowserInfo>;
}

/** Those of this machine, looked for at each call; what a build of FFmpeg is, is asked of it once for all programs of this user. */
export const TOOLS_HERE: Tools = {
  ffmpeg: async (explicitPath) => {
    // A browser starts before all that makes videos is loaded.
    const { findFfmpeg } = await import('@framefarm/media');
    return findFfmpeg({ explicitPath, cacheDir: await openUserCache() });
  },
  browser: (explicitPath) => findBrowser({ explicitPath }),
};

/** Remembers what was found; what was not found is looked for again. */
export function rememberTools(tools: Tools = TOOLS_HERE): Tools {
  return { ffmpeg: remembered(tools.ffmpeg), browser: remembered(tools.browser) };
}

function remembered<T>(look: (path: string | null) => Promise<T>): (path: string | null) => Promise<T> {
  const found = new Map<string | null, Promise<T>>();
  return (path) => {
    const known = found.get(path);
    if (known !== undefined) return known;
    const looking = look(path);
    found.set(path, looking);
    looking.catch(() => found.delete(path));
    return looking;
  };
}
