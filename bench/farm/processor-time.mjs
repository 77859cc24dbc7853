/**
 * Which cores programs run on, and the processor time of programs and of cores, from /proc. Linux only. A program counts with
 * all that it has started; time of children that have ended is in their parent's, so two looks are enough.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second of /proc/<pid>/stat; 100 on every Linux that framefarm supports. */
const TICKS_PER_SECOND = 100;

/** The fields of /proc/<pid>/stat that follow the program's name, which may hold spaces and brackets. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

function allProcesses() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((name) => processOf(Number(name))).filter((one) => one !== null);
}

/** A process and those below it; a tree ends where one of `others` begins. */
function treeOf(all, pid, others = []) {
  const below = all.filter((one) => one.parent === pid && !others.includes(one.pid));
  return [...all.filter((one) => one.pid === pid), ...below.flatMap((one) => treeOf(all, one.pid, others))];
}

/** Keeps a program on `cores`, as taskset names them; not the programs of `others` that it has started. */
export function keepOn(cores, pid, others = []) {
  for (const one of treeOf(allProcesses(), pid, others)) {
    try {
      execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(one.pid)], { stdio: 'ignore' });
    } catch (error) {
      // One that has ended meanwhile needs no core.
      if (processOf(one.pid) !== null) throw error;
    }
  }
}

/** Seconds of programs, by the names of `pids`, without those of `others` that they have started. */
export function processorSeconds(pids, others) {
  const all = allProcesses();
  const roots = [...Object.values(pids), ...others];
  const seconds = ([name, pid]) => [name, treeOf(all, pid, roots).reduce((sum, one) => sum + one.seconds, 0)];
  return Object.fromEntries(Object.entries(pids).map(seconds));
}

/** Seconds in which these cores did something since the machine's start, whatever program it was. */
export function busySeconds(cores) {
  const lines = [...readFileSync('/proc/stat', 'utf8').matchAll(/^cpu(\d+) (.+)$/gm)];
  return lines
    .filter(([, core]) => cores.includes(core))
    .reduce((sum, [, , line]) => {
      const [user, nice, system, , , irq, softirq] = line.split(' ').map(Number);
      return sum + (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
    }, 0);
}
