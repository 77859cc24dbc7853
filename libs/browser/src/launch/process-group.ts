/** The processes of one group, as the kernel tells them. */
import { readdir, readFile } from 'node:fs/promises';
import { groupAlive, signalGroup } from '@framefarm/process';

/** Ids of the processes of the group led by `leader` that still run; empty where there is no /proc. */
export async function groupMembers(leader: number): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [] as string[]);
  const members: number[] = [];
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The second field is the name in parentheses and may hold anything, also spaces.
    const [state, , group] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    if (Number(group) === leader && state !== 'Z' && state !== 'X') members.push(Number(name));
  }
  return members;
}

/**
 * Kills the group and waits, at most `withinMs`, until none of it runs. Dead processes that nobody has reaped yet
 * do not count: some containers' first process reaps only now and then.
 */
export async function killGroup(leader: number, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  do {
    signalGroup(leader, 'SIGKILL');
    const left = process.platform === 'linux' ? (await groupMembers(leader)).length > 0 : groupAlive(leader);
    if (!left) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  } while (performance.now() < until);
}
