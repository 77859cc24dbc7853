/**
 * Whether a hang-up of the terminal was to be ignored when the command was started, as below `nohup`. Node.js sets every signal
 * back to its default as it starts, so what the process inherited is told by two traces only: the shell that started `nohup`
 * names it in `_`, and a shell that ignores hang-ups itself goes on doing so while its commands run.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** SIGHUP in the set of ignored signals. */
const HANG_UP = 1n;

export interface StartedBy {
  readonly env: NodeJS.ProcessEnv;
  /** `/proc/<pid>/status` of the parent; null where there is none to read. */
  readonly parentStatus: string | null;
}

export function ignoresHangUp({ env, parentStatus }: StartedBy): boolean {
  if (basename(env._ ?? '') === 'nohup') return true;
  const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(parentStatus ?? '')?.[1];
  return ignored !== undefined && (BigInt(`0x${ignored}`) & HANG_UP) !== 0n;
}

let kept: boolean | undefined;

/** True when hang-ups are ignored by this process; from the first call on they are, where they were to be. */
export function keepsIgnoringHangUp(): boolean {
  if (kept === undefined) {
    kept = ignoresHangUp({ env: process.env, parentStatus: statusOf(process.ppid) });
    // Without a listener the default would end the process.
    if (kept) process.on('SIGHUP', () => {});
  }
  return kept;
}

function statusOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null; // Another system, or a parent that has ended.
  }
}
