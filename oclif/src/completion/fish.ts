/** Completion for fish: one `complete` line for each command, flag and argument. */
import { type CommandModel, type Completion, type FlagModel, firstWords } from './command-model.js';

/** The script for `bin`; to be sourced, or saved as a file of fish's completions directory. */
export function fishScript(bin: string, commands: readonly CommandModel[]): string {
  const lines = [
    `# fish completion for ${bin}. Add to config.fish:  ${bin} completion fish | source`,
    `complete -c ${bin} -f`,
    ...firstWords(commands).flatMap(({ word, summary, below }) => {
      const others = below.map((one) => one.word).join(' ');
      const isNext = quoted(`__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${others}`);
      return [
        `complete -c ${bin} -n __fish_use_subcommand -a ${quoted(word)} -d ${quoted(summary)}`,
        ...below.map((one) => `complete -c ${bin} -n ${isNext} -a ${quoted(one.word)} -d ${quoted(one.summary)}`),
      ];
    }),
  ];
  for (const { name, argument, flags } of commands) {
    const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    const head = `complete -c ${bin} -n ${quoted(seen.join('; and '))}`;
    for (const flag of flags) lines.push(`${head} ${flagPart(flag)}`);
    const values = valuePart(argument);
    if (values !== '') lines.push(`${head} ${values}`);
  }
  return `${lines.join('\n')}\n`;
}

function flagPart({ name, char, summary, value }: FlagModel): string {
  const parts = [`-l ${name.slice(2)}`, ...(char === null ? [] : [`-s ${char}`])];
  if (value !== null) parts.push('-x', valuePart(value));
  return [...parts, `-d ${quoted(summary)}`].filter((part) => part !== '').join(' ');
}

function valuePart(completion: Completion): string {
  switch (completion.kind) {
    case 'values':
      return `-a ${quoted(completion.values.join(' '))}`;
    case 'file':
      return '-a "(__fish_complete_path)"';
    case 'directory':
      return '-a "(__fish_complete_directories)"';
    case 'none':
      return '';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
