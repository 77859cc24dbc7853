/** Memory and processor time of a process with all its descendants, as Linux tells them; null elsewhere. */
import { readFile } from 'node:fs/promises';
import { allProcesses, descendants, engineKind, memoryOf, TICKS_PER_SECOND } from '@framefarm/process';
import type { CpuSeconds, ProcessKind } from '../api.js';

/** Pause between two looks, ms. What a process does after the last look at it is not seen. */
const LOOK_EVERY_MS = 100;
/** Memory is asked for at every second look: summing it up costs the kernel some work. */
const MEMORY_EVERY = 2;

export interface TreeFigures {
  readonly peakBytes: number;
  readonly cpuSeconds: CpuSeconds;
  /** Share of the machine's processor time that other programs took meanwhile, 0 to 1. */
  readonly othersShare: number;
}

export interface TreeWatch {
  /** Ends the watch; figures since its start, or null on other systems than Linux. */
  stop(): Promise<TreeFigures | null>;
}

/** What a process is, by its command line. */
export function processKind(commandLine: string): ProcessKind {
  const engine = engineKind(commandLine);
  if (engine === null) return 'node';
  if (engine === 'encoder') return engine;
  return engine === 'renderer' ? 'page' : 'capture';
}

/** Watches `rootPid` and all that descend from it until it is stopped; what they spent before does not count. */
export async function watchTree(rootPid: number): Promise<TreeWatch> {
  if (process.platform !== 'linux') return { stop: async () => null };
  const seen = new Map<string, { kind: ProcessKind; cpuSeconds: number }>();
  const spentBefore = new Map<string, number>();
  let peakBytes = 0;
  let looks = 0;
  let stopped = false;
  let wake = (): void => {};

  const look = async (): Promise<void> => {
    const tree = descendants(rootPid, allProcesses(), seen);
    for (const { key, pid, cpuSeconds } of tree) {
      const known = seen.get(key);
      // A process is forked before it becomes what it will be, so its command line is read until it stands.
      const kind = known !== undefined && known.kind !== 'node' ? known.kind : await kindOf(pid, known?.kind);
      seen.set(key, { kind, cpuSeconds });
    }
    if (looks % MEMORY_EVERY === 0) {
      peakBytes = Math.max(peakBytes, await memoryOf(tree.map(({ pid }) => pid)));
    }
    looks += 1;
  };
  const loop = async (): Promise<void> => {
    while (!stopped) {
      await look();
      if (stopped) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  for (const { key, cpuSeconds } of descendants(rootPid, allProcesses(), seen)) spentBefore.set(key, cpuSeconds);
  const machineBefore = await machineTime();
  const watching = loop();
  watching.catch(() => {});
  return {
    stop: async () => {
      stopped = true;
      wake();
      await watching;
      const cpuSeconds: Record<ProcessKind, number> = { page: 0, capture: 0, encoder: 0, node: 0 };
      for (const [key, { kind, cpuSeconds: spent }] of seen) cpuSeconds[kind] += spent - (spentBefore.get(key) ?? 0);
      const machine = await machineTime();
      const own = Object.values(cpuSeconds).reduce((sum, spent) => sum + spent, 0);
      const others = machine.busySeconds - machineBefore.busySeconds - own;
      const all = machine.allSeconds - machineBefore.allSeconds;
      return { peakBytes, cpuSeconds, othersShare: all > 0 ? Math.min(1, Math.max(0, others / all)) : 0 };
    },
  };
}

/** Processor time of the whole machine since its start: spent, and spent or idle. */
async function machineTime(): Promise<{ readonly busySeconds: number; readonly allSeconds: number }> {
  const line = (await readFile('/proc/stat', 'utf8')).split('\n')[0] ?? '';
  // user, nice, system, idle, iowait, irq, softirq, steal; guests are part of user.
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
  const idle = ((ticks[3] ?? 0) + (ticks[4] ?? 0)) / TICKS_PER_SECOND;
  return { busySeconds: all - idle, allSeconds: all };
}

async function kindOf(pid: number, known: ProcessKind | undefined): Promise<ProcessKind> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine === '' ? (known ?? 'node') : processKind(commandLine);
}
