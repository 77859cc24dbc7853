/** A program that renders the benchmark's cases, with the settings it may be given. */

import type { Command } from '../measure/run-command.ts';
import type { Case } from '../scenes/cases.ts';

export type ProgramName = 'framefarm' | 'hyperframes' | 'remotion';

/** A case whose project has been written. */
export interface Task {
  readonly item: Case;
  readonly projectDir: string;
  /** Empty directory for outputs of this contestant alone. */
  readonly outDir: string;
}

/** One way to start a program: its defaults, or other settings that leave the picture as good. */
export interface Settings {
  /** As a reader may type them; `defaults` for none. */
  readonly label: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Program {
  readonly name: ProgramName;
  readonly version: string;
  /** The defaults first; the others are tried once, and the fastest of all are the program's best. */
  settings(item: Case): readonly Settings[];
  command(task: Task, settings: Settings): Command;
  /** Files that the command has to make. */
  outputs(task: Task): readonly string[];
  /** The way frames were taken, from what the program printed; null when it does not say. */
  path(stdout: string): string | null;
}

export const DEFAULTS: Settings = { label: 'defaults', args: [], env: {} };

/** Settings of flags alone. */
export const flags = (...args: readonly string[]): Settings => ({ label: args.join(' '), args, env: {} });
