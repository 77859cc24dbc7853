/** A child that gives way: where cores are short, the others of this program get them first (docs/decisions/encoders-of-drafts-give-way.md). */
import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/** Nice value of such a child beside that of this process, which others keep: of a core that both want it gets a quarter. */
const NICENESS = 5;
const LEAST = constants.priority.PRIORITY_LOW;
/**
 * Linux may share cores among sessions instead of processes (`sched(7)`, autogroup), and takes one such setting from ordinary
 * users every tenth of a second.
 */
const GROUP_RETRY_MS = 110;
const GROUP_TRIES = 10;

/** To be called at once after the start, before the child has threads or children, which inherit it. What cannot be had is left. */
export function giveWay(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, Math.min(LEAST, getPriority() + NICENESS));
  } catch {
    // It has ended, or the system does not let us.
  }
  if (process.platform === 'linux') void groupGivesWay(child, child.pid, GROUP_TRIES);
}

async function groupGivesWay(child: ChildProcess, pid: number, tries: number): Promise<void> {
  // The number of a child that has ended may be another's.
  if (child.exitCode !== null || child.signalCode !== null) return;
  try {
    await writeFile(`/proc/${pid}/autogroup`, String(NICENESS), { flag: 'r+' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tries <= 1) return;
    setTimeout(() => void groupGivesWay(child, pid, tries - 1), GROUP_RETRY_MS).unref();
  }
}
