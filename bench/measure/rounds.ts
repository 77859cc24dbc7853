/**
 * Rounds in which contestants take turns, so that a change of the machine's speed touches all alike. The first round tries
 * every setting once, with memory looked at; the defaults and the fastest setting of each program go on to the counted ones.
 */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program, ProgramName, Settings, Task } from '../contestants/contestant.ts';
import type { Case } from '../scenes/cases.ts';
import { type Command, type Measured, runCommand } from './run-command.ts';

export interface Attempt {
  readonly settings: Settings;
  /** The first run, with memory looked at; null when it failed. */
  readonly first: Measured | null;
  /** Why it failed, its last words. */
  readonly failure: string | null;
}

export interface Series {
  readonly program: ProgramName;
  readonly settings: Settings;
  readonly peakBytes: number | null;
  readonly runs: readonly Measured[];
  readonly outputBytes: number;
  readonly path: string | null;
  /** Outputs of the last run; kept for the comparison of pictures. */
  readonly outputs: readonly string[];
}

export interface ProgramSeries {
  readonly program: ProgramName;
  readonly defaults: Series;
  /** Equal to `defaults` when no other setting was faster. */
  readonly best: Series;
  readonly attempts: readonly Attempt[];
}

export interface RoundsInput {
  readonly item: Case;
  readonly projectDir: string;
  readonly scratchDir: string;
  readonly programs: readonly Program[];
  /** Counted rounds, from 1. */
  readonly runs: number;
  /** Whether to try other settings than the defaults. */
  readonly search: boolean;
  /** Awaited at the end of each counted round, with the first program's run at its defaults and the outputs of that. */
  readonly onRound?: ((run: Measured, outputs: readonly string[]) => Promise<void>) | undefined;
  readonly onNote: (text: string) => void;
}

/** The attempt that took least time; undefined when all failed. */
export function fastest(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts
    .filter((attempt) => attempt.first !== null)
    .toSorted((a, b) => (a.first as Measured).wallSeconds - (b.first as Measured).wallSeconds)[0];
}

/** @throws when a program fails at its defaults. */
export async function measureRounds(input: RoundsInput): Promise<readonly ProgramSeries[]> {
  const { item, projectDir, scratchDir, programs, runs, search, onRound, onNote } = input;
  const open: { program: Program; attempts: Attempt[] }[] = [];
  for (const program of programs) {
    const attempts: Attempt[] = [];
    for (const settings of program.settings(item).slice(0, search ? undefined : 1)) {
      const attempt = await tryOnce(program, settings, { item, projectDir, outDir: join(scratchDir, program.name) });
      attempts.push(attempt);
      onNote(
        `${program.name} ${settings.label}: ${attempt.first?.wallSeconds.toFixed(2) ?? attempt.failure} s, first run`,
      );
    }
    if (attempts[0]?.first === null) throw new Error(`${program.name} failed: ${attempts[0].failure}`);
    open.push({ program, attempts });
  }
  const entries = open.flatMap(({ program, attempts }) => {
    const chosen = new Set([attempts[0], fastest(attempts)].filter((attempt) => attempt !== undefined));
    return [...chosen].map((attempt, index) => ({
      program,
      attempt,
      runs: [] as Measured[],
      bytes: 0,
      task: { item, projectDir, outDir: join(scratchDir, `${program.name}-${index}`) },
    }));
  });
  for (let round = 0; round < runs; round += 1) {
    for (const entry of entries) {
      const { program, attempt, task } = entry;
      const { measured, bytes, failure } = await runTask(program, attempt.settings, task, false);
      if (failure !== null) throw new Error(`${program.name} ${attempt.settings.label} failed: ${failure}`);
      entry.runs.push(measured);
      entry.bytes = bytes;
      onNote(`${program.name} ${attempt.settings.label}: ${measured.wallSeconds.toFixed(2)} s`);
    }
    const [first] = entries;
    const run = first?.runs.at(-1);
    if (first !== undefined && run !== undefined) await onRound?.(run, first.program.outputs(first.task));
  }
  return open.map(({ program, attempts }) => {
    const series = entries
      .filter((entry) => entry.program === program)
      .map(
        (entry): Series => ({
          program: program.name,
          settings: entry.attempt.settings,
          peakBytes: entry.attempt.first?.peakBytes ?? null,
          runs: entry.runs,
          outputBytes: entry.bytes,
          path: program.path(entry.runs.at(-1)?.stdout ?? ''),
          outputs: program.outputs(entry.task),
        }),
      );
    const defaults = series[0] as Series;
    return { program: program.name, defaults, best: series[1] ?? defaults, attempts };
  });
}

async function tryOnce(program: Program, settings: Settings, task: Task): Promise<Attempt> {
  const { measured, failure } = await runTask(program, settings, task, true);
  return { settings, first: failure === null ? measured : null, failure };
}

/** Keeps a command, and with it all that it starts, on the cores of its case. */
const onCores = ({ cores }: Case, command: Command): Command =>
  cores === undefined
    ? command
    : { ...command, file: 'taskset', args: ['--cpu-list', cores, command.file, ...command.args] };

async function runTask(program: Program, settings: Settings, task: Task, memory: boolean) {
  await rm(task.outDir, { recursive: true, force: true });
  await mkdir(task.outDir, { recursive: true });
  const measured = await runCommand(onCores(task.item, program.command(task, settings)), { memory });
  let bytes = 0;
  for (const file of program.outputs(task)) bytes += (await stat(file).catch(() => ({ size: 0 }))).size;
  const failed = measured.exitCode !== 0 || bytes === 0;
  const words = `${measured.stderr}${measured.stdout}`.trim().slice(-600);
  return { measured, bytes, failure: failed ? `exit ${measured.exitCode}: ${words}` : null };
}
