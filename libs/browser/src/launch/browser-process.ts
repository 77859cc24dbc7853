/** The program of a browser as a process: started, listened to, and spoken with over its pipes. */
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { childEnvironment, keepTail, type OwnedChild, type Scratch, spawnOwned } from '@framefarm/process';
import type { BrowserKind } from '../discovery/browser-info.js';
import type { ProtocolConnection } from '../protocol/connection.js';
import { browserArguments } from './arguments.js';
import type { LaunchOptions } from './owned-browser.js';
import type { SandboxDecision } from './sandbox.js';
import { sharedMemoryRoom } from './shared-memory.js';

/** Name of the profile directory in the browser's own directory. */
export const PROFILE = 'profile';
/** Most characters kept of a browser's log. */
const LOG_CHARS = 4_096;
/** Lines of the log handed on, and characters of each. */
const MAX_LINES = 1_000;
const LINE_CHARS = 2_000;

/** Longest path of a socket (`sun_path`, unix(7)), and what a whole Chromium adds to its temporary directory for one. */
const SOCKET_CHARS = 107;
const SOCKET_SUFFIX = '/org.chromium.Chromium.XXXXXX/SingletonSocket';

/** A headless shell makes no socket; a whole browser that cannot make its own does not start. */
function fits(temporary: string, kind: BrowserKind): boolean {
  return kind === 'headless-shell' || temporary.length + SOCKET_SUFFIX.length <= SOCKET_CHARS;
}

/**
 * Numbers, dates and the order of letters must not depend on the machine. `--lang` does not reach a headless shell, which asks the environment: without
 * any it writes "M01" for January, and the plain C of many servers gives pages a `navigator.language` that no `Intl` takes.
 */
const LANGUAGE = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en_US' };

function environment(options: LaunchOptions, home: string, temporary: string): NodeJS.ProcessEnv {
  return childEnvironment({
    ...LANGUAGE,
    // Files of a browser that is killed go with its directory; some live for an instant only, in the temporary one.
    ...(fits(temporary, options.browser.kind) ? { TMPDIR: temporary } : {}),
    // A home of its own: nothing of the user's is read and nothing stays.
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    ...(options.browser.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: options.browser.libraryPath }),
    ...(options.fontConfigFile === undefined ? {} : { FONTCONFIG_FILE: options.fontConfigFile }),
  });
}

/** Starts the program in a group of its own; it may not have answered yet. */
export async function startProgram(
  options: LaunchOptions,
  sandbox: SandboxDecision,
  scratch: Scratch,
  proxyPort: number,
): Promise<OwnedChild> {
  const profile = join(scratch.path, PROFILE);
  const home = join(scratch.path, 'home');
  await mkdir(profile);
  const temporary = join(scratch.path, 'tmp');
  await mkdir(home);
  await mkdir(temporary);
  const { runAs } = sandbox;
  if (runAs !== null) {
    for (const path of [scratch.path, profile, home, temporary]) await chown(path, runAs.uid, runAs.gid);
  }
  const args = browserArguments({
    kind: options.browser.kind,
    profile,
    sandbox: sandbox.on,
    beginFrame: options.beginFrame,
    webgl: options.webgl,
    sharedMemory: sharedMemoryRoom().enough,
    window: options.window,
    scale: options.scale,
    originPort: options.originPort,
    proxyPort,
  });
  return spawnOwned(options.browser.path, args, {
    env: environment(options, home, temporary),
    extraPipes: 2,
    ...(runAs === null ? {} : { runAs }),
  });
}

/**
 * Speaks with a started browser: `tell` says all that can be said before it answers, so that it need not wait for us when it is
 * up. Resolves with its name and version and what it was told, rejects with its log when it ends instead of answering.
 */
export async function connect<T>(
  process: OwnedChild,
  logTail: () => string,
  tell: (connection: ProtocolConnection) => Promise<T>,
): Promise<{ readonly connection: ProtocolConnection; readonly product: string; readonly told: T }> {
  const [, , , toBrowser, fromBrowser] = process.child.stdio;
  const ask = async () => {
    // Loaded while the program starts; what only reads a composition never loads it.
    const { ProtocolConnection } = await import('../protocol/connection.js');
    const connection = new ProtocolConnection(toBrowser as Writable, fromBrowser as Readable);
    const [{ product }, told] = await Promise.all([connection.root.send('Browser.getVersion'), tell(connection)]);
    return { connection, product, told };
  };
  const ended = process.ended.then(({ exitCode, signal }): never => {
    throw new Error(`it ended with ${signal ?? `status ${exitCode}`}\n${logTail()}`);
  });
  ended.catch(() => {});
  try {
    return await Promise.race([ask(), ended]);
  } catch {
    // The closed pipe may be seen before the end of the process, which has more to say.
    await process.end(500);
    return await ended;
  }
}

/** Keeps the end of the browser's log and hands its lines on, bounded: pages can make a browser say anything. */
export function watchLog({ child }: OwnedChild, onLine: ((line: string) => void) | undefined): () => string {
  child.stdout?.resume();
  const tail = keepTail(LOG_CHARS, child.stderr);
  if (onLine !== undefined) child.stderr?.on('data', boundedLines(onLine));
  return () => tail().trim();
}

/** Cuts text into lines. The page's console, which a browser repeats in its log, is reported by itself. */
function boundedLines(onLine: (line: string) => void): (text: string) => void {
  let unfinished = '';
  let count = 0;
  return (text) => {
    const lines = (unfinished + text).split('\n');
    unfinished = (lines.pop() ?? '').slice(0, LINE_CHARS);
    for (const line of lines) {
      if (line === '' || /^\[[^\]]*:CONSOLE[:(]/.test(line)) continue;
      count += 1;
      if (count < MAX_LINES) onLine(line.slice(0, LINE_CHARS));
      else if (count === MAX_LINES) onLine('the browser says too much: the rest of its log is dropped');
    }
  };
}
