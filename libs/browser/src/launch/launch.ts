/** Starting a browser, owning it, and ending it with everything it made. */
import { join } from 'node:path';
import { FramefarmError, OPEN_FILES_HINT } from '@framefarm/contract';
import { createScratch, type OwnedChild, untilAborted, withDeadline } from '@framefarm/process';
import { FrameTurns } from '../capture/frame-turns.js';
import type { ProtocolConnection } from '../protocol/connection.js';
import { connect, PROFILE, startProgram, watchLog } from './browser-process.js';
import { answerOutside, denyCapabilities } from './capabilities.js';
import { BlockedHosts, type ExternalResolver } from './external-request.js';
import { type OutsideProxy, startOutsideProxy } from './outside-proxy.js';
import type { BrowserUser, LaunchOptions, OwnedBrowser } from './owned-browser.js';
import { BrowserPages } from './pages.js';
import { decideSandbox, roomForOthers, type SandboxDecision, sandboxFacts } from './sandbox.js';

/**
 * Starts a browser in a process group and a directory of its own.
 * @throws {FramefarmError} BROWSER_CRASHED when it ends or stays silent while starting; the signal's reason on abort.
 */
export async function launchBrowser(options: LaunchOptions): Promise<OwnedBrowser> {
  options.signal?.throwIfAborted();
  const { browser: program, fontConfigFile } = options;
  const room = roomForOthers(options.scratchDir);
  const facts = sandboxFacts([program.path, program.libraryPath, fontConfigFile], room);
  const sandbox = decideSandbox(options.sandbox, facts);
  const parent = sandbox.runAs === null ? options.scratchDir : room;
  const scratch = await createScratch(parent, sandbox.runAs === null ? 'browser-' : 'framefarm-browser-');
  const blocked = new BlockedHosts();
  let user: BrowserUser = options;
  const resolveExternal: ExternalResolver = (request) => user.resolveExternal(request);
  let proxy: OutsideProxy | undefined;
  let owned: OwnedChild | undefined;
  const end = async (): Promise<void> => {
    // Its profile goes with it, so there is nothing to end in order: an orderly end takes more than a second.
    await owned?.end(0);
    await proxy?.close();
    // What cannot be removed now goes when the process ends; whoever closes has more to close.
    await scratch.remove().catch(() => {});
  };
  try {
    proxy = await startOutsideProxy(resolveExternal, blocked);
    owned = await startProgram(options, sandbox, scratch, proxy.port);
    const process = owned;
    const logTail = watchLog(process, (line) => user.onLog?.(line));
    const exited = new Promise<void>((resolve) => process.child.once('exit', () => resolve()));
    const tell = async (connection: ProtocolConnection): Promise<BrowserPages> => {
      const { root } = connection;
      const pages = new BrowserPages(connection, program.kind);
      const told = [denyCapabilities(root), answerOutside(root, resolveExternal, blocked), pages.watch()];
      if (options.firstPage === true && program.kind === 'headless-shell')
        pages.prepare(options.window, options.beginFrame);
      options.onTold?.();
      await Promise.all(told);
      return pages;
    };
    const answer = connect(process, logTail, tell);
    const {
      connection,
      product,
      told: pages,
    } = await withDeadline(untilAborted(answer, options.signal), {
      ms: options.deadlineMs ?? 30_000,
      code: 'BROWSER_CRASHED',
      stage: 'capture',
      waitingFor: `the browser ${options.browser.path} to start`,
    });
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => {
      closing ??= end();
      return closing;
    };
    return {
      pid: process.pid,
      profile: join(scratch.path, PROFILE),
      version: product.slice(product.indexOf('/') + 1),
      kind: product.startsWith('HeadlessChrome/') ? 'headless-shell' : 'chromium',
      sandbox: { on: sandbox.on, reason: sandbox.reason },
      blocked,
      turns: new FrameTurns(),
      root: connection.root,
      reused: false,
      gone: Promise.race([exited, connection.closed]),
      logTail,
      openPage: (size, beginFrame) => pages.open(size, beginFrame),
      openApart: (size, beginFrame) => pages.openApart(size, beginFrame),
      assign: (next) => {
        user = next;
      },
      closePages: () => pages.closeAll(),
      release: close,
      close,
    };
  } catch (error) {
    await end();
    options.signal?.throwIfAborted();
    if (error instanceof FramefarmError) throw error;
    throw launchFailure(options, sandbox, error);
  }
}

function launchFailure(options: LaunchOptions, { on }: SandboxDecision, error: unknown): FramefarmError {
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
  // Its log has the word in lines of every start.
  const sandbox = on && /no usable sandbox|namespace|suid sandbox|sandbox is not/i.test(words);
  if (sandbox && options.sandbox === true) {
    return new FramefarmError('SANDBOX_UNAVAILABLE', `the Chromium sandbox cannot be had: ${words}`, { cause: error });
  }
  return new FramefarmError('BROWSER_CRASHED', `the browser ${options.browser.path} did not start: ${words}`, {
    stage: 'capture',
    cause: error,
    ...(/\bEMFILE\b|too many open files/i.test(words) ? { hint: OPEN_FILES_HINT } : {}),
    ...(sandbox
      ? { hint: 'This system does not let Chromium make its sandbox: allow user namespaces, or pass --no-sandbox.' }
      : {}),
  });
}
