/** Processes by parentage and what memory they hold, as Linux tells them in /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Clock ticks per second in /proc/<pid>/stat: 100 on every Linux that browsers run on. */
export const TICKS_PER_SECOND = 100;

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Processor time of the process itself since its start. */
  readonly cpuSeconds: number;
  /** With the id it names a process for ever: ids are used again. */
  readonly key: string;
}

/** Every process that runs now; empty where there is no /proc. Read at one go, which takes some milliseconds. */
export function allProcesses(): readonly ProcessFacts[] {
  let names: readonly string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readFacts(Number(name)) ?? []);
}

function readFacts(pid: number): ProcessFacts | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the name in parentheses and may hold anything, also spaces.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    return { pid, parent: Number(fields[1]), cpuSeconds, key: `${pid}:${fields[19]}` };
  } catch {
    return null; // It ended since the directory was read.
  }
}

/**
 * `rootPid` and all that descend from it. Found by parentage, so a process whose parent has ended is found only when its
 * `key` is among those that were `known` before.
 */
export function descendants(
  rootPid: number,
  all: readonly ProcessFacts[],
  known: { has(key: string): boolean } = new Set(),
): readonly ProcessFacts[] {
  const inTree = new Set<number>([rootPid, ...all.filter(({ key }) => known.has(key)).map(({ pid }) => pid)]);
  for (let before = -1; before !== inTree.size; ) {
    before = inTree.size;
    for (const { pid, parent } of all) if (inTree.has(parent)) inTree.add(pid);
  }
  return all.filter(({ pid }) => inTree.has(pid));
}

/**
 * Bytes of memory that processes hold: proportional set size, which counts shared pages once over all sharers; resident
 * size for those whose PSS may not be read; 0 for those that have ended.
 */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(pids.map(memoryOfOne));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function memoryOfOne(pid: number): Promise<number> {
  return (await bytes(`/proc/${pid}/smaps_rollup`, 'Pss')) ?? (await bytes(`/proc/${pid}/status`, 'VmRSS')) ?? 0;
}

async function bytes(file: string, label: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const match = new RegExp(`^${label}:\\s+(\\d+) kB`, 'm').exec(text);
  return match === null ? null : Number(match[1]) * 1024;
}
