/** Browsers that the system's packages install. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import type { BrowserKind } from './browser-info.js';

interface Candidate {
  readonly name: string;
  readonly kind: BrowserKind;
}

/** Names looked for on PATH, best first: a shell can be stepped, the others cannot. */
const SYSTEM_CANDIDATES: readonly Candidate[] = [
  { name: 'chrome-headless-shell', kind: 'headless-shell' },
  { name: 'chromium-headless-shell', kind: 'headless-shell' },
  { name: 'google-chrome-stable', kind: 'chromium' },
  { name: 'google-chrome', kind: 'chromium' },
  { name: 'chrome', kind: 'chromium' },
  { name: 'chromium', kind: 'chromium' },
  { name: 'chromium-browser', kind: 'chromium' },
];

/** Fixed places of applications that are not on PATH. */
const APPLICATIONS: readonly string[] = [
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** True when `path` is a file this process may execute. */
export async function executable(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The kind a file name tells; names without a hint are taken for a plain Chromium. */
export function kindByName(path: string): BrowserKind {
  return /headless[-_]shell/i.test(basename(path)) ? 'headless-shell' : 'chromium';
}

/** Installed browsers in the order in which they should be tried. */
export async function systemBrowsers(
  env: NodeJS.ProcessEnv,
): Promise<readonly { readonly path: string; readonly kind: BrowserKind }[]> {
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  const found: { path: string; kind: BrowserKind }[] = [];
  for (const { name, kind } of SYSTEM_CANDIDATES) {
    for (const directory of directories) {
      const path = join(directory, name);
      if (await executable(path)) found.push({ path, kind });
    }
  }
  for (const path of APPLICATIONS) if (await executable(path)) found.push({ path, kind: 'chromium' });
  return found;
}
