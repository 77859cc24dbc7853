import { FramefarmError, suggestion } from '@framefarm/contract';
import { Args, Command } from '@oclif/core';
import { bashScript } from '../completion/bash.js';
import { commandModels } from '../completion/command-model.js';
import { fishScript } from '../completion/fish.js';
import { SHELLS, type Shell } from '../completion/shells.js';
import { zshScript } from '../completion/zsh.js';
import { flagNames } from '../flags/flag-names.js';
import { isParseFailure, parseIssues, usageError } from '../flags/usage-errors.js';
import { processStreams } from '../session/streams.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export default class Completion extends Command {
  static override summary = 'Print a script that completes commands, flags and values in a shell.';
  static override description =
    'The script is made from the commands of this version; it needs framefarm only when it is loaded.';
  static override usage = 'completion SHELL';
  static override examples = [
    { description: 'bash, in ~/.bashrc', command: 'eval "$(<%= config.bin %> completion bash)"' },
    { description: 'zsh, in ~/.zshrc after compinit', command: 'source <(<%= config.bin %> completion zsh)' },
    // A command that begins with the program's name is printed behind "$ ", which has no place in a file.
    {
      description: 'fish, in config.fish',
      command: 'status is-interactive; and <%= config.bin %> completion fish | source',
    },
  ];
  static override args = {
    shell: Args.string({ description: `${SHELLS.join(', ')}.`, ignoreStdin: true }),
  };

  override async run(): Promise<void> {
    const shell = await this.readShell();
    const models = commandModels(this.config.commands);
    processStreams().result(SCRIPTS[shell](this.config.bin, models).trimEnd());
  }

  private async readShell(): Promise<Shell> {
    try {
      const { args } = await this.parse(Completion);
      return shellNamed(args.shell);
    } catch (error) {
      if (error instanceof FramefarmError || !isParseFailure(error)) throw error;
      throw usageError(parseIssues(error, flagNames({})), 'completion');
    }
  }
}

function shellNamed(typed: string | undefined): Shell {
  const shell = SHELLS.find((one) => one === typed);
  if (shell !== undefined) return shell;
  const rule = `must be one of ${SHELLS.join(', ')}`;
  const message =
    typed === undefined
      ? `the shell is missing; it ${rule}`
      : `the shell "${typed}" ${rule}${suggestion(typed, SHELLS)}`;
  throw usageError([{ field: 'shell', code: 'invalid_value', message }], 'completion');
}
