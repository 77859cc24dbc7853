/** Starting a browser, owning it, and ending it with everything it made. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { childEnvironment, createScratch, ownGroup, type Scratch, withDeadline } from '@framefarm/process';
import puppeteer, { type Browser, type CDPSession } from 'puppeteer-core';
import type { BrowserInfo, BrowserKind } from '../discovery/browser-info.js';
import { browserArguments } from './arguments.js';
import { BlockedHosts, type ExternalResolver, isRefusal } from './external-request.js';
import { type OutsideProxy, startOutsideProxy } from './outside-proxy.js';
import { killGroup } from './process-group.js';
import { decideSandbox, type SandboxState } from './sandbox.js';

export interface LaunchOptions {
  readonly browser: BrowserInfo;
  /** Directory in which the browser's own directory (profile, home) is made and removed again. */
  readonly scratchDir: string;
  /** Port of the project origin on 127.0.0.1. */
  readonly originPort: number;
  /** Null: on, except as root. */
  readonly sandbox: boolean | null;
  readonly webgl: boolean;
  readonly beginFrame: boolean;
  /** The page may draw itself onto a canvas. */
  readonly surface?: boolean;
  /** CSS pixels. */
  readonly window: { readonly width: number; readonly height: number };
  readonly scale: number;
  readonly resolveExternal: ExternalResolver;
  readonly fontConfigFile?: string | undefined;
  readonly onLog?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the browser must answer. Default 30 000. */
  readonly deadlineMs?: number;
}

export interface OwnedBrowser {
  /** Leader of the browser's process group. */
  readonly pid: number;
  /** Its profile directory. */
  readonly profile: string;
  /** As it reports itself. */
  readonly version: string;
  /** What it turned out to be, whatever its name said. */
  readonly kind: BrowserKind;
  readonly sandbox: SandboxState;
  readonly blocked: BlockedHosts;
  /** Session on the browser target. */
  readonly root: CDPSession;
  /** Resolves when the browser is gone, for whatever reason. */
  readonly gone: Promise<void>;
  /** The last lines of its log. */
  logTail(): string;
  /** Makes a page and attaches to it. */
  openPage(size: { readonly width: number; readonly height: number }, beginFrame: boolean): Promise<CDPSession>;
  /** Ends the whole group and removes the directory, within about 5 s. Never throws for a browser that is gone. */
  close(): Promise<void>;
}

/** Longest wait for a killed group to be gone, ms. */
const CLOSE_MS = 4_000;

function environment(options: LaunchOptions, home: string): NodeJS.ProcessEnv {
  return childEnvironment({
    // A home of its own: nothing of the user's is read and nothing stays.
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    ...(options.browser.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: options.browser.libraryPath }),
    ...(options.fontConfigFile === undefined ? {} : { FONTCONFIG_FILE: options.fontConfigFile }),
  });
}

/** Answers every https request of every page, frame and worker; requests to the origin never come here. */
async function answerOutside(root: CDPSession, resolve: ExternalResolver, blocked: BlockedHosts): Promise<void> {
  root.on('Fetch.requestPaused', (event) => {
    const { requestId, request } = event;
    const reply = async (): Promise<void> => {
      const outcome = await resolve({
        url: request.url,
        method: request.method,
        resourceType: event.resourceType,
        headers: request.headers,
      });
      if (isRefusal(outcome)) {
        if (outcome.report !== false) blocked.add(new URL(request.url).hostname, outcome.refused);
        await root.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
        return;
      }
      await root.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: outcome.status,
        responseHeaders: Object.entries(outcome.headers).map(([name, value]) => ({ name, value })),
        body: Buffer.from(outcome.body).toString('base64'),
      });
    };
    // A request whose page has gone, or whose resolver failed, gets no answer but an error.
    reply().catch(() => root.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => {}));
  });
  await root.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
}

/** Permissions, downloads: a capture needs none (security 2.9). */
async function denyCapabilities(root: CDPSession): Promise<void> {
  await root.send('Browser.grantPermissions', { permissions: [] });
  await root.send('Browser.setDownloadBehavior', { behavior: 'deny' });
}

async function start(options: LaunchOptions, scratch: Scratch, proxy: OutsideProxy): Promise<Browser> {
  const profile = join(scratch.path, 'profile');
  const home = join(scratch.path, 'home');
  await mkdir(profile);
  await mkdir(home);
  const args = browserArguments({
    kind: options.browser.kind,
    profile,
    sandbox: decideSandbox(options.sandbox).on,
    beginFrame: options.beginFrame,
    surface: options.surface ?? false,
    webgl: options.webgl,
    window: options.window,
    scale: options.scale,
    originPort: options.originPort,
    proxyPort: proxy.port,
  });
  return puppeteer.launch({
    executablePath: options.browser.path,
    args,
    ignoreDefaultArgs: true,
    pipe: true,
    env: environment(options, home),
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    waitForInitialPage: false,
    defaultViewport: null,
    networkEnabled: false,
    issuesEnabled: false,
    // Every wait has a deadline of its own with a name.
    protocolTimeout: 0,
    timeout: options.deadlineMs ?? 30_000,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

/**
 * Starts a browser in a process group and a directory of its own.
 * @throws {FramefarmError} BROWSER_CRASHED when it ends or stays silent while starting; the signal's reason on abort.
 */
export async function launchBrowser(options: LaunchOptions): Promise<OwnedBrowser> {
  options.signal?.throwIfAborted();
  const scratch = await createScratch(options.scratchDir, 'browser-');
  const blocked = new BlockedHosts();
  const proxy = await startOutsideProxy(options.resolveExternal, blocked);
  let browser: Browser | undefined;
  let release = (): void => {};
  const end = async (): Promise<void> => {
    const pid = browser?.process()?.pid;
    if (pid !== undefined) {
      // Its profile goes with it, so there is nothing to end in order: an orderly end takes more than a second.
      await killGroup(pid, CLOSE_MS);
    }
    release();
    await proxy.close();
    await scratch.remove();
  };
  try {
    const started = await withDeadline(start(options, scratch, proxy), {
      ms: (options.deadlineMs ?? 30_000) + 1_000,
      code: 'BROWSER_CRASHED',
      stage: 'capture',
      waitingFor: `the browser ${options.browser.path} to start`,
    });
    browser = started;
    const child = started.process();
    const pid = child?.pid;
    if (child == null || pid === undefined) throw new Error('the browser has no process');
    release = ownGroup(pid, options.browser.path);
    let log = '';
    child.stderr?.on('data', (data: Buffer) => {
      const text = data.toString('utf8');
      log = (log + text).slice(-4_096);
      if (options.onLog) for (const line of text.split('\n')) if (line !== '') options.onLog(line.slice(0, 2_000));
    });
    const gone = new Promise<void>((resolve) => {
      started.once('disconnected', () => resolve());
      child.once('exit', () => resolve());
    });
    const root = await started.target().createCDPSession();
    const { product } = await root.send('Browser.getVersion');
    await denyCapabilities(root);
    await answerOutside(root, options.resolveExternal, blocked);
    let closing: Promise<void> | undefined;
    return {
      pid,
      profile: join(scratch.path, 'profile'),
      version: product.slice(product.indexOf('/') + 1),
      kind: product.startsWith('HeadlessChrome/') ? 'headless-shell' : 'chromium',
      sandbox: decideSandbox(options.sandbox),
      blocked,
      root,
      gone,
      logTail: () => log.trim(),
      openPage: (size, beginFrame) => openPage(started, root, size, beginFrame),
      close: () => {
        closing ??= end();
        return closing;
      },
    };
  } catch (error) {
    await end();
    options.signal?.throwIfAborted();
    if (error instanceof FramefarmError) throw error;
    throw launchFailure(options, error);
  }
}

function launchFailure(options: LaunchOptions, error: unknown): FramefarmError {
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
  const sandbox = /sandbox|namespace/i.test(words) && decideSandbox(options.sandbox).on;
  return new FramefarmError('BROWSER_CRASHED', `the browser ${options.browser.path} did not start: ${words}`, {
    stage: 'capture',
    cause: error,
    ...(sandbox
      ? { hint: 'This system does not let Chromium make its sandbox: allow user namespaces, or pass --no-sandbox.' }
      : {}),
  });
}

let pages = 0;

async function openPage(
  browser: Browser,
  root: CDPSession,
  size: { readonly width: number; readonly height: number },
  beginFrame: boolean,
): Promise<CDPSession> {
  pages += 1;
  const url = `about:blank#framefarm-${pages}`;
  await root.send('Target.createTarget', {
    url,
    width: size.width,
    height: size.height,
    ...(beginFrame ? { enableBeginFrameControl: true } : {}),
  });
  const target = await browser.waitForTarget((candidate) => candidate.url() === url, { timeout: 30_000 });
  return target.createCDPSession();
}
