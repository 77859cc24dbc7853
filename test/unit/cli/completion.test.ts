import { describe, expect, it } from 'vitest';
import type { CommandModel } from '../../../oclif/src/completion/command-model.js';
import { fishScript } from '../../../oclif/src/completion/fish.js';
import { zshScript } from '../../../oclif/src/completion/zsh.js';

const COMMANDS: readonly CommandModel[] = [
  {
    name: 'render',
    summary: "Render a composition; it's quick",
    argument: { kind: 'directory' },
    flags: [
      {
        name: '--format',
        char: 'f',
        summary: 'Output: [one]',
        value: { kind: 'values', values: ['mp4', 'gif'] },
      },
      { name: '--variables-file', char: null, summary: 'A file', value: { kind: 'file' } },
      { name: '--no-sandbox', char: null, summary: 'Off', value: null },
    ],
  },
];

describe('the script for zsh', () => {
  const lines = zshScript('framefarm', COMMANDS).split('\n');
  const has = (line: string): boolean => lines.some((one) => one.trim().replace(/ \\$/, '') === line);

  it('describes commands and flags in quoted words', () => {
    expect(has(`'render:Render a composition; it'\\''s quick'`)).toBe(true);
    expect(has(`'*--format=[Output\\: \\[one\\]]:value:(mp4 gif)'`)).toBe(true);
    expect(has(`'*-f[Output\\: \\[one\\]]:value:(mp4 gif)'`)).toBe(true);
    expect(has(`'*--variables-file=[A file]:value:_files'`)).toBe(true);
    expect(has(`'*--no-sandbox[Off]'`)).toBe(true);
    expect(has(`'1:argument:_files -/'`)).toBe(true);
  });

  it('registers itself for the program', () => {
    expect(lines[0]).toBe('#compdef framefarm');
    expect(lines.join('\n')).toContain('compdef _framefarm framefarm');
  });
});

describe('the script for fish', () => {
  const lines = fishScript('framefarm', COMMANDS).split('\n');
  const head = "complete -c framefarm -n '__fish_seen_subcommand_from render'";

  it('has one line for each command, flag and argument', () => {
    expect(lines).toContain(
      "complete -c framefarm -n __fish_use_subcommand -a 'render' -d 'Render a composition; it\\'s quick'",
    );
    expect(lines).toContain(`${head} -l format -s f -x -a 'mp4 gif' -d 'Output: [one]'`);
    expect(lines).toContain(`${head} -l variables-file -x -a "(__fish_complete_path)" -d 'A file'`);
    expect(lines).toContain(`${head} -l no-sandbox -d 'Off'`);
    expect(lines).toContain(`${head} -a "(__fish_complete_directories)"`);
  });
});
