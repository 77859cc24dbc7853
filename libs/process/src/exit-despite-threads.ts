/**
 * Leaving a process of which a thread waits for a file system that hangs. An exit waits for the threads that read and write files, and
 * so for as long as the file system does.
 */
import { existsSync } from 'node:fs';

/** Ready in a moment: a signal that comes before ends it without the status. */
const SHELL = '/bin/sh';

let waits = 0;

/** From now on an exit of this process waits for none of its threads, until the returned function is called. */
export function exitDespiteThreads(): () => void {
  if (waits === 0) process.on('exit', leave);
  waits += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    waits -= 1;
    if (waits === 0) process.off('exit', leave);
  };
}

/** Whether a call is under way for which an exit would wait: of a file, or of a name. */
export function hasThreadsAtWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(?:FSReq|GetAddrInfo|GetNameInfo)/.test(name));
}

/**
 * A shell takes the place of this program, which ends all threads, and the process keeps its number and gets its status. Where there is
 * none the status is that of a kill.
 */
function leave(code: number): void {
  // What else is done at the exit of this process comes before.
  const listeners = process.listeners('exit');
  for (const later of listeners.slice(listeners.indexOf(leave) + 1)) later(code);
  if (existsSync(SHELL)) process.execve?.(SHELL, [SHELL, '-c', `exit ${code}`], {});
  process.kill(process.pid, 'SIGKILL');
}
