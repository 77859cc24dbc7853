/** Runs one command and measures it with all processes that it starts. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessKind } from './process-kind.ts';
import { ProcessTree, statFields, TICKS_PER_SECOND } from './process-tree.ts';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Measured {
  readonly exitCode: number;
  readonly wallSeconds: number;
  readonly cpuSeconds: Readonly<Partial<Record<ProcessKind, number>>>;
  /** Peak of the summed proportional memory, bytes; null unless asked for. */
  readonly peakBytes: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const LOOK_MS = 100;

/** CPU seconds of the children of this process that have ended, with theirs. */
function reapedSeconds(): number {
  const fields = statFields(readFileSync('/proc/self/stat', 'utf8'));
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/**
 * Runs the command to its end. Looking at processes costs CPU on the same cores, and looking at memory costs most: it is
 * done only on demand. What processes used between the last look and their end is known from the kernel's sum over
 * ended children, and counts as `other`.
 */
export async function runCommand(command: Command, options: { readonly memory: boolean }): Promise<Measured> {
  const reapedBefore = reapedSeconds();
  const started = performance.now();
  const { file, args, cwd, env } = command;
  const child = spawn(file, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += data));
  child.stderr.on('data', (data) => (stderr += data));
  const tree = new ProcessTree(child.pid ?? 0);
  // Browsers that a contestant puts into groups of their own would outlive it when the benchmark is interrupted.
  const endAll = (): void => tree.kill();
  process.once('exit', endAll);
  let peakBytes = 0;
  const timer = setInterval(() => {
    tree.look();
    if (options.memory) peakBytes = Math.max(peakBytes, tree.memory());
  }, LOOK_MS);
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
    const wallSeconds = (performance.now() - started) / 1000;
    return {
      exitCode,
      wallSeconds,
      cpuSeconds: withUnseen(tree.cpuSeconds(), reapedSeconds() - reapedBefore),
      peakBytes: options.memory ? peakBytes : null,
      stdout,
      stderr,
    };
  } finally {
    clearInterval(timer);
    process.off('exit', endAll);
  }
}

/** Adds what the kernel knows and no look saw. Orphans are missing from the kernel's sum, so it may be the lower one. */
export function withUnseen(seen: Measured['cpuSeconds'], reaped: number): Measured['cpuSeconds'] {
  const sum = Object.values(seen).reduce((total, seconds) => total + seconds, 0);
  return { ...seen, other: (seen.other ?? 0) + Math.max(0, reaped - sum) };
}
