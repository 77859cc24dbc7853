/** Running one outside program to its end: arguments as an array, bounded output, deadline, cancel, whole-group kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { giveWay } from './giving-way.js';
import { endGroup, ownGroup } from './groups.js';
import { announceStart } from './guardian.js';
import { keepTail } from './keep-tail.js';
import { startTimeLimit } from './time-limit.js';

export interface RunOptions {
  /** Directory to run in. */
  readonly cwd?: string;
  /** The complete environment; default: {@link childEnvironment}. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the program after this many ms. */
  readonly deadlineMs?: number;
  /** Bytes written to its standard input; without it the input is closed. */
  readonly input?: Uint8Array;
  /** Most characters kept of each stream; the end is kept. Default 256 Ki. */
  readonly keepChars?: number;
  /** As of {@link SpawnOptions}. */
  readonly runAs?: SpawnOptions['runAs'];
  readonly files?: SpawnOptions['files'];
  /** True to get stdout as bytes in `stdoutBytes`, unbounded by `keepChars`. */
  readonly binary?: boolean;
}

export interface RunResult {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stdoutBytes: Buffer;
  readonly stderr: string;
  /** Why it was ended by us, or null when it ended by itself. */
  readonly endedBy: 'deadline' | 'abort' | null;
}

/**
 * Variables a child may see. Built by us: no credentials, and nothing that changes a browser's safety
 * (reference: security 2.5).
 */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const name of [
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'LC_ALL',
    'XDG_RUNTIME_DIR',
    'XDG_CACHE_HOME',
    'SystemRoot',
    'TEMP',
    'TMP',
  ]) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return { ...env, TZ: 'UTC', ...extra };
}

/** A child in its own process group, registered until it ended. */
export interface OwnedChild {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves when the child has ended and its streams are closed. Rejects only when it could not be started. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Ends the whole group, SIGTERM first. */
  end(graceMs?: number): Promise<void>;
}

export interface SpawnOptions {
  /** Directory to run in. */
  readonly cwd?: string;
  /** The complete environment; default: {@link childEnvironment}. */
  readonly env?: NodeJS.ProcessEnv;
  /** Further pipes as file descriptors 3, 4, … of the child, in `child.stdio`. Default 0. */
  readonly extraPipes?: number;
  /** The user to run as, in no further group; only root may choose one. */
  readonly runAs?: { readonly uid: number; readonly gid: number } | undefined;
  /** Open files that the child gets as descriptors behind the pipes: the first is 3 where there are no further pipes. */
  readonly files?: readonly number[] | undefined;
  /** A channel for messages behind the pipes, for a Node program: `child.send` here, `process.send` there. */
  readonly channel?: boolean;
  /** Where cores are short the others of this program get them first. */
  readonly givesWay?: boolean;
}

/** Starts a program in a group of its own with piped standard streams. */
export function spawnOwned(file: string, args: readonly string[], options: SpawnOptions = {}): OwnedChild {
  const start = announceStart(options.env ?? childEnvironment());
  try {
    return spawnAnnounced(file, args, { ...options, env: start.env });
  } finally {
    start.listed();
  }
}

function spawnAnnounced(file: string, args: readonly string[], options: SpawnOptions): OwnedChild {
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env,
    ...options.runAs,
    detached: true,
    stdio: [
      ...Array.from({ length: 3 + (options.extraPipes ?? 0) }, () => 'pipe' as const),
      ...(options.files ?? []),
      ...(options.channel === true ? (['ipc'] as const) : []),
    ],
  });
  // Node.js gives no streams then, against its types, and tells why a moment later.
  if ((child.stdio as unknown) === undefined) {
    child.on('error', () => {});
    throw new Error(`too many open files (EMFILE) to start ${file}; raise the limit, such as with "ulimit -n 1024"`);
  }
  if (options.givesWay === true) giveWay(child);
  const pid = child.pid ?? 0;
  const release = pid > 0 ? ownGroup(pid, file) : () => {};
  // A program that ends early closes its input; what matters is its exit status, not our EPIPE.
  child.stdin?.on('error', () => {});
  let open = true;
  const ended = new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (exitCode, signal) => {
      open = false;
      release();
      resolve({ exitCode, signal });
    });
  });
  ended.catch(() => {});
  return {
    child,
    pid,
    ended,
    end: async (graceMs) => {
      // A leader that has ended may have left others behind, which hold its streams open.
      if (pid <= 0 || !open) return;
      await endGroup(pid, graceMs);
      // So may one that left the group; nobody waits for what it has to say.
      for (const stream of child.stdio) stream?.destroy();
    },
  };
}

/** Runs a program to its end. Never throws for its exit status; rejects only when it cannot be started. */
export async function runProcess(file: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const keep = options.keepChars ?? 262_144;
  const owned = spawnOwned(file, args, options);
  const { child } = owned;
  const chunks: Buffer[] = [];
  if (options.binary) child.stdout?.on('data', (data: Buffer) => chunks.push(data));
  const stdout = keepTail(keep, options.binary ? null : child.stdout);
  const stderr = keepTail(keep, child.stderr);
  let endedBy: RunResult['endedBy'] = null;
  const stop = (reason: 'deadline' | 'abort') => () => {
    endedBy ??= reason;
    void owned.end();
  };
  const onAbort = stop('abort');
  const endLimit = options.deadlineMs === undefined ? () => {} : startTimeLimit(options.deadlineMs, stop('deadline'));
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  child.stdin?.end(options.input ?? Buffer.alloc(0));
  try {
    const { exitCode, signal } = await owned.ended;
    return { exitCode, signal, stdout: stdout(), stdoutBytes: Buffer.concat(chunks), stderr: stderr(), endedBy };
  } finally {
    endLimit();
    options.signal?.removeEventListener('abort', onAbort);
  }
}
