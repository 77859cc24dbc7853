/** Measures a command as a whole process tree: wall time, CPU seconds by kind of process, peak memory. Linux only. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of /proc/<pid>/stat; 100 on every Linux that framefarm supports. */
const TICKS = 100;
const SAMPLE_MS = 100;

/** What a process is, from its command line. */
export function processKind(commandLine) {
  if (commandLine.includes('ffmpeg')) return 'encoder';
  if (commandLine.includes('--type=gpu-process')) return 'browser-gpu';
  if (commandLine.includes('--type=renderer')) return 'browser-renderer';
  if (/chrom|headless[-_]shell/i.test(commandLine)) return 'browser-other';
  return 'node';
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return {
      pid,
      parent: Number(fields[1]),
      cpu: (Number(fields[11]) + Number(fields[12])) / TICKS,
      start: fields[19],
      commandLine,
    };
  } catch {
    return null;
  }
}

/** Proportional set size in bytes: shared pages are counted once over all processes. */
function memoryOf(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** All descendants of `rootPid`, found by parentage; those that were seen once stay known when they are orphaned. */
function sample(rootPid, known) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((p) => p !== null);
  const inTree = new Set([rootPid]);
  for (const process of all) if (known.has(`${process.pid}:${process.start}`)) inTree.add(process.pid);
  for (let grew = true; grew; ) {
    grew = false;
    for (const process of all) {
      if (!inTree.has(process.pid) && inTree.has(process.parent)) {
        inTree.add(process.pid);
        grew = true;
      }
    }
  }
  return all.filter((process) => inTree.has(process.pid));
}

/**
 * Runs the command; resolves with its measurements and what it printed. Looking at every process and its memory takes
 * time from those that are measured; with `timesOnly` nothing is looked at, and CPU and memory are unknown.
 */
export async function measure(file, args, options = {}) {
  const started = performance.now();
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const known = new Map();
  let peakBytes = 0;
  let samples = 0;
  const look = () => {
    const tree = sample(child.pid, known);
    for (const process of tree) {
      const key = `${process.pid}:${process.start}`;
      // A process that has just ended has no command line any more; what it was is known from before.
      const kind = process.commandLine === '' ? known.get(key)?.kind : processKind(process.commandLine);
      known.set(key, { kind: kind ?? 'node', cpu: process.cpu });
    }
    if (samples++ % 3 === 0)
      peakBytes = Math.max(
        peakBytes,
        tree.reduce((sum, process) => sum + memoryOf(process.pid), 0),
      );
  };
  const timer = options.timesOnly ? undefined : setInterval(look, SAMPLE_MS);
  const exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(timer);
  const wallSeconds = (performance.now() - started) / 1000;
  const cpuSeconds = {};
  for (const { kind, cpu } of known.values()) cpuSeconds[kind] = (cpuSeconds[kind] ?? 0) + cpu;
  return { exitCode, wallSeconds, cpuSeconds, peakBytes, output };
}
