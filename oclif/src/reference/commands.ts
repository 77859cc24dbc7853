/** The commands as the reference shows them, found where oclif finds them: a new command gets its page by being there. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@oclif/core';

export interface DocumentedCommand {
  /** Words, such as `render`. */
  readonly name: string;
  readonly command: Command.Class;
}

const DIRECTORY = join(import.meta.dirname, '..', 'commands');

/** All commands by name. */
export async function documentedCommands(): Promise<readonly DocumentedCommand[]> {
  const files = (await readdir(DIRECTORY, { recursive: true })).filter((file) => /(?<!\.d)\.[jt]s$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const module = (await import(join(DIRECTORY, file))) as { readonly default: Command.Class };
      return { name: file.replace(/\.[jt]s$/, '').replaceAll(/[/\\]/g, ' '), command: module.default };
    }),
  );
}
