/** The processes of one group, as the kernel tells them. */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/**
 * Ids of the processes of the group led by `leader` that still run; empty where there is no /proc. Dead processes that
 * nobody has reaped yet do not count: some containers' first process reaps only now and then.
 */
export async function groupMembers(leader: number): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [] as string[]);
  const members: number[] = [];
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const line = statLine(name);
    // The second field is the name in parentheses and may hold anything, also spaces.
    const [state, , group] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    if (Number(group) === leader && state !== 'Z' && state !== 'X') members.push(Number(name));
  }
  return members;
}

/** At once: nothing is read from a disk, and the asynchronous way takes 64 KiB of new memory for each file. */
function statLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ''; // It ended since the directory was read.
  }
}

/** True while any process of the group runs. Without /proc an unreaped dead process counts as running. */
export async function groupRuns(leader: number): Promise<boolean> {
  try {
    process.kill(-leader, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return process.platform === 'linux' ? (await groupMembers(leader)).length > 0 : true;
}
