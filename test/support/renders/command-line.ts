/** Running the compiled command line as its user would. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../projects/project.js';

/** An event of the command line: open JSON, whose fields each test knows. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads fields at any depth and fails on a wrong one
export type JsonEvent = Record<string, any>;

export interface CommandResult {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Lines of stdout as JSON; throws when one is not. */
  events(): JsonEvent[];
}

export interface RunningCommand {
  readonly pid: number;
  /** Resolves with the matching text once stderr or stdout shows it; rejects when the command ends first. */
  seen(pattern: RegExp): Promise<string>;
  /** Resolves with the first JSON line of stdout that fits; rejects when the command ends first. */
  event(fits: (event: JsonEvent) => boolean): Promise<JsonEvent>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<CommandResult>;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** User and group to run as; only root may name others. */
  readonly uid?: number;
  readonly gid?: number;
  /** Program and arguments that start the command, as a shell does; it becomes the command itself. */
  readonly by?: readonly [program: string, ...args: string[]] | undefined;
}

/** The package as npm would install it where the whole suite runs (scripts/tests/run-tests.mjs), else the compiler's output. */
export const program = process.env.FRAMEFARM_TEST_PROGRAM ?? join(repository, 'oclif/bin/run.js');

/** A part of the farm as images start it; `build`: root of a build of the workspace to run instead. */
export function farmPart(part: 'producer' | 'worker', build?: string): readonly string[] {
  if (build !== undefined) return [join(build, `apps/${part}/dist/main.js`)];
  return [program, part === 'producer' ? 'serve' : 'worker'];
}

export function startFramefarm(args: readonly string[], options: CommandOptions = {}): RunningCommand {
  const [started, ...words] = [...(options.by ?? []), process.execPath, program, ...args] as [string, ...string[]];
  const child = spawn(started, words, {
    cwd: options.cwd ?? repository,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  });
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const notify = (): void => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.on('data', (data) => {
    stdout += data;
    notify();
  });
  child.stderr.on('data', (data) => {
    stderr += data;
    notify();
  });
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) =>
      resolve({
        exitCode,
        signal,
        stdout,
        stderr,
        events: () => jsonLines(stdout),
      }),
    );
  });
  const watch = <T>(look: () => T | null, what: () => string): Promise<T> =>
    new Promise((resolve, reject) => {
      const tryAgain = (): void => {
        const found = look();
        if (found === null) return;
        watchers.delete(tryAgain);
        resolve(found);
      };
      watchers.add(tryAgain);
      void ended.then(() => reject(new Error(`the command ended before ${what()} was seen:\n${stdout}\n${stderr}`)));
      tryAgain();
    });
  return {
    pid: child.pid ?? 0,
    ended,
    kill: (signal) => child.kill(signal),
    seen: (pattern) =>
      watch(
        () => (pattern.exec(stdout) ?? pattern.exec(stderr))?.[0] ?? null,
        () => String(pattern),
      ),
    event: (fits) => {
      let read = 0;
      return watch(
        () => {
          for (let end = stdout.indexOf('\n', read); end !== -1; end = stdout.indexOf('\n', read)) {
            const event = JSON.parse(stdout.slice(read, end));
            read = end + 1;
            if (fits(event)) return event;
          }
          return null;
        },
        () => `an event that fits ${fits}`,
      );
    },
  };
}

export function framefarm(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return startFramefarm(args, options).ended;
}

/** Renders and fails the test with the command's own words when it did not succeed; resolves with the last event. */
export async function render(
  project: string,
  output: string,
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<JsonEvent> {
  return completed(await framefarm(['render', '--json', ...draftOf(project, output, flags)], { env }));
}

/** What follows `render` on the command line for a draft. */
export const draftOf = (project: string, output: string, flags: readonly string[]): readonly string[] => [
  project,
  '--output',
  output,
  '--quality',
  'draft',
  ...flags,
];

/** The last event of a render; throws with the command's own words when it did not succeed. */
export function completed({ exitCode, stdout, stderr, events }: Omit<CommandResult, 'signal'>): JsonEvent {
  if (exitCode !== 0) throw new Error(`render ended with ${exitCode}:\n${stdout}\n${stderr}`);
  const last = events().at(-1);
  if (last?.type !== 'render-complete') throw new Error(`last event is ${JSON.stringify(last)}`);
  return last;
}

/** NDJSON as values; throws when a line is none. */
export function jsonLines(text: string): JsonEvent[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
