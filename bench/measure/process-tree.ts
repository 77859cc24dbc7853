/** The processes below one process, seen in /proc: their CPU time, kinds and memory. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessKind, processKind } from './process-kind.ts';

/** Clock ticks per second of /proc/<pid>/stat; 100 on every Linux that framefarm supports. */
export const TICKS_PER_SECOND = 100;

interface ProcessLook {
  readonly pid: number;
  readonly parent: number;
  readonly key: string;
  readonly cpuSeconds: number;
}

interface SeenProcess {
  readonly kind: ProcessKind;
  readonly cpuSeconds: number;
}

/** The fields of /proc/<pid>/stat that follow the program's name, which may hold spaces and brackets. */
export function statFields(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function look(pid: number): ProcessLook | null {
  try {
    const fields = statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { pid, parent: Number(fields[1]), key: `${pid}:${fields[19]}`, cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Proportional set size in bytes: shared pages are counted once over all processes. */
function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Watches a process and its descendants; those seen once stay known when they are orphaned. */
export class ProcessTree {
  readonly #root: number;
  readonly #seen = new Map<string, SeenProcess>();
  #living: readonly ProcessLook[] = [];

  constructor(root: number) {
    this.#root = root;
  }

  look(): void {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => look(Number(name)))
      .filter((process) => process !== null);
    const inTree = new Set([this.#root]);
    for (const process of all) if (this.#seen.has(process.key)) inTree.add(process.pid);
    for (let size = 0; size < inTree.size; ) {
      size = inTree.size;
      for (const process of all) if (inTree.has(process.parent)) inTree.add(process.pid);
    }
    this.#living = all.filter((process) => inTree.has(process.pid));
    for (const { pid, key, cpuSeconds } of this.#living) {
      const commandLine = commandLineOf(pid);
      // A process that has just ended has no command line any more; what it was is known from before.
      const kind = commandLine === '' ? this.#seen.get(key)?.kind : processKind(commandLine);
      this.#seen.set(key, { kind: kind ?? 'other', cpuSeconds });
    }
  }

  /** Ends all processes that still live, at once. */
  kill(): void {
    this.look();
    for (const { pid } of this.#living) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
  }

  /** Summed proportional memory of the processes of the last look, bytes. */
  memory(): number {
    return this.#living.reduce((sum, { pid }) => sum + memoryOf(pid), 0);
  }

  /** CPU seconds of all processes that were ever seen, by kind. */
  cpuSeconds(): Partial<Record<ProcessKind, number>> {
    const sums: Partial<Record<ProcessKind, number>> = {};
    for (const { kind, cpuSeconds } of this.#seen.values()) sums[kind] = (sums[kind] ?? 0) + cpuSeconds;
    return sums;
  }
}
