/** Renders that are meant to be disturbed: each with a temporary directory of its own, searched for leftovers after. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type CommandResult, type JsonEvent, type RunningCommand, startFramefarm } from './command-line.js';
import { noneNaming } from './processes.js';
import { makeProject, scratchDirectory } from './project.js';

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

/** Starts `render --json` on a project made of `files`. */
export async function startRender(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: BenchOptions = {},
): Promise<DisturbedRender> {
  const project = await makeProject(files);
  const tmp = options.tmp ?? join(scratchDirectory(), 'tmp');
  await mkdir(tmp, { recursive: true });
  const output = options.output ?? join(scratchDirectory(), 'out.mp4');
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

/** Renders to the end; for faults that lie in the composition. */
export async function renderFaulty(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: BenchOptions = {},
): Promise<CommandResult & { readonly output: string; readonly last: JsonEvent }> {
  const run = await startRender(files, options);
  const result = await run.ended();
  return { ...result, output: run.output, last: result.events().at(-1) ?? {} };
}
