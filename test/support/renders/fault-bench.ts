/** Renders that are meant to be disturbed: each with a temporary directory of its own, searched for leftovers after. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { noneNaming } from '../machine/processes.js';
import { makeProject, scratchDirectory } from '../projects/project.js';
import { type CommandResult, type JsonEvent, type RunningCommand, startFramefarm } from './command-line.js';
import { coldRender } from './warm-render.js';

export interface DisturbedRender {
  readonly project: string;
  /** TMPDIR of the render. */
  readonly tmp: string;
  readonly output: string;
  readonly command: RunningCommand;
  /** Resolves once at least so many frames have been captured. */
  framesCaptured(count: number): Promise<void>;
  /** The end of the command, after checking that no process and (but for --debug) no temporary file is left. */
  ended(): Promise<CommandResult>;
}

export interface BenchOptions {
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Directory for temporary files; default: one of its own. */
  readonly tmp?: string;
  /** Absolute path; default `out.mp4` in a directory of its own. */
  readonly output?: string;
}

interface Places {
  readonly project: string;
  readonly tmp: string;
  readonly output: string;
}

async function placesFor(files: Readonly<Record<string, string | Uint8Array>>, options: BenchOptions): Promise<Places> {
  const project = await makeProject(files);
  const tmp = options.tmp ?? join(scratchDirectory(), 'tmp');
  await mkdir(tmp, { recursive: true });
  return { project, tmp, output: options.output ?? join(scratchDirectory(), 'out.mp4') };
}

/** Starts `render --json` on a project made of `files`. */
export async function startRender(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: BenchOptions = {},
): Promise<DisturbedRender> {
  const { project, tmp, output } = await placesFor(files, options);
  const command = startFramefarm(
    ['render', project, '--output', output, '--json', '--quality', 'draft', ...(options.flags ?? [])],
    { cwd: project, env: { TMPDIR: tmp, ...options.env } },
  );
  return {
    project,
    tmp,
    output,
    command,
    framesCaptured: async (count) => {
      await command.event((event) => event.type === 'render-progress' && event.framesRendered >= count);
    },
    ended: async () => {
      const result = await command.ended;
      if (options.flags?.includes('--debug')) await noneNaming(tmp);
      else await nothingIsLeft(tmp);
      return result;
    },
  };
}

/** Resolves when no process names the directory and nothing lies in it. */
export async function nothingIsLeft(tmp: string): Promise<void> {
  await noneNaming(tmp);
  expect(existsSync(tmp) ? readdirSync(tmp) : []).toEqual([]);
}

type FaultyResult = Omit<CommandResult, 'signal'> & { readonly output: string; readonly last: JsonEvent };

/** Renders to the end, by a process of its own; for faults of programs, and for what only a process shows. */
export async function renderFaulty(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: BenchOptions = {},
): Promise<FaultyResult> {
  const run = await startRender(files, options);
  const result = await run.ended();
  return { ...result, output: run.output, last: result.events().at(-1) ?? {} };
}

/**
 * As `renderFaulty`, in the process of the test file: for faults that lie in the composition or in a place. Each has browsers of its
 * own, which a page that breaks its browser cannot break for the next.
 */
export async function renderFaultyHere(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: BenchOptions = {},
): Promise<FaultyResult> {
  const { project, tmp, output } = await placesFor(files, options);
  const args = [project, '--output', output, '--quality', 'draft', ...(options.flags ?? [])];
  const result = await coldRender(args, { TMPDIR: tmp, ...options.env });
  await nothingIsLeft(tmp);
  return { ...result, output, last: result.events().at(-1) ?? {} };
}
