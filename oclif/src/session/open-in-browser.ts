/** Showing a page in the user's browser. */
import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Asks the desktop to open the page. The URL stands on the terminal already, so a machine without a desktop is no fault.
 * The opener is the user's own program and outlives this one.
 */
export function openInBrowser(url: string): void {
  const [program = '', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
