/**
 * What happens when this process is killed outright (SIGKILL, out of memory) and can clean nothing up: a small shell
 * waits beside it, told through a pipe what must not outlive us. The pipe closes with our death, however it comes;
 * then the shell kills the groups and removes the directories still on its list, and ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';

export type Guarded = { readonly group: number } | { readonly directory: string };

/** Variable by which a child is known as one of this process while its number is not listed yet. */
const MARK = { name: 'FRAMEFARM_STARTED_BY', value: randomUUID() } as const;

/**
 * Each line adds (+) or takes back (-) an entry. The entry `start` stands for a child whose group we have not listed yet: whoever bears
 * our mark is killed then, at each look, as a child bears it only once its program runs. Linux only: elsewhere no process tells what
 * another one bears.
 *
 * Killed processes may still drop files, and one that had just been started makes its directory anew until it ends: directories are
 * looked at every second, until twice in a row none is there, at most half a minute long.
 */
const SCRIPT = `
while IFS= read -r line; do
  entry=\${line#?}
  case $line in
    +*) set -- "$@" "$entry" ;;
    -*) for held do shift; [ "$held" = "$entry" ] || set -- "$@" "$held"; done ;;
  esac
done
starting=
for held do
  case $held in
    group:*) kill -s KILL -- "-\${held#group:}" ;;
    start) starting=1 ;;
  esac
done
absent=0 looks=0
while [ $# -gt 0 ] && [ $absent -lt 2 ] && [ $looks -lt 30 ]; do
  [ $looks -eq 0 ] || sleep 1
  looks=$((looks + 1)) absent=$((absent + 1))
  if [ -n "$starting" ]; then
    for path in $(grep -lsF '${MARK.name}=${MARK.value}' /proc/[0-9]*/environ); do
      path=\${path#/proc/}
      kill -s KILL -- "-\${path%/environ}" && absent=0
    done
  fi
  for held do
    path=\${held#directory:}
    if [ "$path" != "$held" ] && [ -e "$path" ]; then rm -rf -- "$path"; absent=0; fi
  done
done
`;

let guardian: ChildProcess | null = null;

function started(): ChildProcess {
  if (guardian !== null) return guardian;
  // In a session of its own, so that Ctrl-C on a terminal does not reach it.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'framefarm-guardian'], {
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH || '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A safety net only: where there is no shell, all other ways of cleaning up are as good as before.
  child.on('error', () => {});
  // Where no further file may be opened, Node.js gives no streams, against its types.
  const stdin = child.stdin as Writable | undefined;
  stdin?.on('error', () => {});
  child.unref();
  // The pipe alone must not keep this process running either.
  (stdin as { unref?: () => void } | undefined)?.unref?.();
  if (child.pid !== undefined) guardian = child;
  return child;
}

/**
 * The environment of a child, with our mark, and the call that says that it is listed, or was not started: who is killed between
 * the start of a child and our knowing its number leaves it behind otherwise.
 */
export function announceStart(env: NodeJS.ProcessEnv): {
  readonly env: NodeJS.ProcessEnv;
  readonly listed: () => void;
} {
  return { env: { ...env, [MARK.name]: MARK.value }, listed: list('start') };
}

/**
 * Puts a process group, or a directory (absolute path), on the list of what must not outlive this process. Returns the
 * call that takes it off. POSIX systems only; elsewhere it does nothing.
 */
export function guard(what: Guarded): () => void {
  return list('group' in what ? `group:${what.group}` : `directory:${what.directory}`);
}

function list(entry: string): () => void {
  // A line break would be read as a further entry.
  if (process.platform === 'win32' || entry.includes('\n')) return () => {};
  const { stdin } = started();
  stdin?.write(`+${entry}\n`);
  let listed = true;
  return () => {
    if (listed) stdin?.write(`-${entry}\n`);
    listed = false;
  };
}
