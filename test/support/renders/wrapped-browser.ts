/** The browser that framefarm itself would take, behind a script that watches it or changes its arguments. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '@framefarm/browser';
import { scratchDirectory } from '../projects/project.js';

/**
 * A headless shell for `--browser-path`. `script` (POSIX shell) runs before each start that is to show pages; `more` are
 * arguments added to the browser's own.
 */
export async function wrappedBrowser(script: string, more: readonly string[] = []): Promise<string> {
  const browser = await findBrowser();
  const directory = scratchDirectory();
  // Below root a browser runs as another user.
  await chmod(directory, 0o755);
  const path = join(directory, 'chrome-headless-shell');
  const libraries = browser.libraryPath === undefined ? '' : `LD_LIBRARY_PATH='${browser.libraryPath}' `;
  const added = more.map((argument) => ` '${argument}'`).join('');
  await writeFile(
    path,
    `#!/bin/sh\ncase "$*" in *--remote-debugging*) ${script} ;; esac\n${libraries}exec '${browser.path}' "$@"${added}\n`,
  );
  await chmod(path, 0o755);
  return path;
}

/** Stands still at its start while the directory holds a file `shut`, after leaving a file `held`. */
export const gateOf = (directory: string): string =>
  `if [ -e '${directory}/shut' ]; then : > '${directory}/held'; while [ -e '${directory}/shut' ]; do sleep 0.02; done; fi`;
