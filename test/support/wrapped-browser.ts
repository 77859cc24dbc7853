/** The browser that framefarm itself would take, behind a script that watches it or changes its arguments. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '@framefarm/browser';
import { scratchDirectory } from './project.js';

/**
 * A headless shell for `--browser-path`. `script` (POSIX shell) runs before each start that is to show pages; `more` are
 * arguments added to the browser's own.
 */
export async function wrappedBrowser(script: string, more: readonly string[] = []): Promise<string> {
  const browser = await findBrowser();
  const path = join(scratchDirectory(), 'chrome-headless-shell');
  const libraries = browser.libraryPath === undefined ? '' : `LD_LIBRARY_PATH='${browser.libraryPath}' `;
  const added = more.map((argument) => ` '${argument}'`).join('');
  await writeFile(
    path,
    `#!/bin/sh\ncase "$*" in *--remote-debugging*) ${script} ;; esac\n${libraries}exec '${browser.path}' "$@"${added}\n`,
  );
  await chmod(path, 0o755);
  return path;
}
