/**
 * What happens when this process is killed outright (SIGKILL, out of memory) and can clean nothing up: a small shell
 * waits beside it, told through a pipe what must not outlive us. The pipe closes with our death, however it comes;
 * then the shell kills the groups and removes the directories still on its list, and ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';

export type Guarded = { readonly group: number } | { readonly directory: string };

/**
 * Each line adds (+) or takes back (-) an entry. Killed processes may still drop files, and one that had just been started, whose group
 * we had no time to list, makes its directory anew until it notices our end: directories are looked at every second, until twice
 * in a row none is there, at most half a minute long.
 */
const SCRIPT = `
while IFS= read -r line; do
  entry=\${line#?}
  case $line in
    +*) set -- "$@" "$entry" ;;
    -*) for held do shift; [ "$held" = "$entry" ] || set -- "$@" "$held"; done ;;
  esac
done
for held do case $held in group:*) kill -s KILL -- "-\${held#group:}" ;; esac; done
absent=0 looks=0
while [ $# -gt 0 ] && [ $absent -lt 2 ] && [ $looks -lt 30 ]; do
  [ $looks -eq 0 ] || sleep 1
  looks=$((looks + 1)) absent=$((absent + 1))
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
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A safety net only: where there is no shell, all other ways of cleaning up are as good as before.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  // The pipe alone must not keep this process running either.
  (child.stdin as unknown as { unref?: () => void }).unref?.();
  guardian = child;
  return child;
}

/**
 * Puts a process group, or a directory (absolute path), on the list of what must not outlive this process. Returns the
 * call that takes it off. POSIX systems only; elsewhere it does nothing.
 */
export function guard(what: Guarded): () => void {
  const entry = 'group' in what ? `group:${what.group}` : `directory:${what.directory}`;
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
