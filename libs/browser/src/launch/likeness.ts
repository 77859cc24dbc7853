/** Which browsers can stand in for each other. */
import type { LaunchOptions } from './owned-browser.js';

/** All that decides how a browser is started, as a text: two launches that agree in it give the same browser. */
export function likeness(options: LaunchOptions): string {
  const { browser, originPort, sandbox, webgl, beginFrame, window, scale, fontConfigFile } = options;
  const { path, kind } = browser;
  // A headless shell is told the size of its pages with each of them.
  const size = kind === 'chromium' ? window : null;
  return JSON.stringify([path, kind, originPort, sandbox, webgl, beginFrame, size, scale, fontConfigFile]);
}
