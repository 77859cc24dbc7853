/** Starting a browser once to see whether it works here, for `doctor`. */
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import type { BrowserInfo, BrowserKind } from '../discovery/browser-info.js';
import { correctSource, sourceOf } from '../discovery/find-browser.js';
import { refuseAll } from './external-request.js';
import { launchBrowser } from './launch.js';
import { decideSandbox, roomForOthers, sandboxFacts } from './sandbox.js';

export interface BrowserProbe {
  readonly version: string;
  readonly kind: BrowserKind;
  readonly sandbox: { readonly on: boolean; readonly works: boolean; readonly reason: string };
}

async function startOnce(browser: BrowserInfo, scratchDir: string, sandbox: boolean | null, signal?: AbortSignal) {
  const started = await launchBrowser({
    browser,
    scratchDir,
    originPort: 9,
    sandbox,
    webgl: false,
    beginFrame: false,
    window: { width: 320, height: 240 },
    scale: 1,
    resolveExternal: refuseAll,
    signal,
  });
  try {
    await started.openPage({ width: 320, height: 240 }, false);
    return { version: started.version, kind: started.kind };
  } finally {
    await started.close();
  }
}

/**
 * Starts the browser with its sandbox, where this user may have one, and without it when that fails.
 * @throws {FramefarmError} BROWSER_CRASHED when it does not start at all.
 */
export async function probeBrowser(
  browser: BrowserInfo,
  options: { readonly scratchDir: string; readonly signal?: AbortSignal },
): Promise<BrowserProbe> {
  const wanted = decideSandbox(
    null,
    sandboxFacts([browser.path, browser.libraryPath], roomForOthers(options.scratchDir)),
  );
  try {
    const started = await startOnce(browser, options.scratchDir, wanted.on ? null : false, options.signal);
    return { ...started, sandbox: { on: wanted.on, works: wanted.on, reason: wanted.reason } };
  } catch (error) {
    if (!wanted.on) throw error;
    options.signal?.throwIfAborted();
    const started = await startOnce(browser, options.scratchDir, false, options.signal);
    return { ...started, sandbox: { on: false, works: false, reason: asFramefarmError(error).message } };
  }
}

/**
 * Starts the browser once, with or without its sandbox and with its directory in `scratchDir`, as a worker's lanes will.
 * @throws {FramefarmError} SANDBOX_UNAVAILABLE that says why; when it does not start for other reasons BROWSER_CRASHED, or
 * BROWSER_NOT_FOUND naming the setting where it was named by one.
 */
export async function requireBrowser(browser: BrowserInfo, scratchDir: string, sandbox: boolean): Promise<void> {
  decideSandbox(sandbox, sandboxFacts([browser.path, browser.libraryPath], scratchDir));
  try {
    await startOnce(browser, scratchDir, sandbox);
  } catch (thrown) {
    const error = asFramefarmError(thrown);
    if (error.code !== 'BROWSER_CRASHED' || browser.origin !== 'explicit') throw thrown;
    const source = sourceOf(browser.path, process.env);
    throw new FramefarmError('BROWSER_NOT_FOUND', `${source} "${browser.path}": ${error.message}`, {
      hint: correctSource(source),
      cause: thrown,
    });
  }
}
