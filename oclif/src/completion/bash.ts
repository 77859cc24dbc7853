/** Completion for bash: one function that knows the commands, their flags and the values. Works on bash 3.2 of macOS. */
import { type CommandModel, type Completion, type FirstWord, type FlagModel, firstWords } from './command-model.js';

/** The script for `bin`; to be sourced. */
export function bashScript(bin: string, commands: readonly CommandModel[]): string {
  const words = firstWords(commands);
  const name = `_${bin.replaceAll(/\W/g, '_')}`;
  return `# bash completion for ${bin}. Add to ~/.bashrc:  eval "$(${bin} completion bash)"
${name}() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  # bash breaks words at "=": --format=we arrives as --format, =, we.
  if [[ $word == "=" ]]; then word=""; elif [[ $before == "=" ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W "${[...words.map((one) => one.word), 'help', '--help', '--version'].join(' ')}" -- "$word") )
    return
  fi
  case "$command" in
${words
  .filter((one) => one.below.length > 0)
  .map(topicCase)
  .join('\n')}
  esac
  case "$command" in
${commands.map(commandCase).join('\n')}
    help)
      COMPREPLY=( $(compgen -W "${words.map((one) => one.word).join(' ')}" -- "$word") )
      ;;
  esac
}
complete -F ${name} ${bin}
`;
}

function topicCase({ word, below }: FirstWord): string {
  return `    ${word})
      if (( COMP_CWORD == 2 )); then
        COMPREPLY=( $(compgen -W "${below.map((one) => one.word).join(' ')}" -- "$word") )
        return
      fi
      command="${word} \${COMP_WORDS[2]}"
      ;;`;
}

function commandCase({ name, argument, flags }: CommandModel): string {
  const valued = flags.filter((flag) => flag.value !== null);
  return `    ${name.includes(' ') ? `"${name}"` : name})
      case "$before" in
${valued.map((flag) => `        ${patterns(flag)}) ${reply(flag.value)}; return ;;`).join('\n')}
      esac
      if [[ $word == -* ]]; then
        COMPREPLY=( $(compgen -W "${flags.map((flag) => flag.name).join(' ')}" -- "$word") )
      else
        ${reply(argument)}
      fi
      ;;`;
}

function patterns({ name, char }: FlagModel): string {
  return char === null ? name : `${name}|-${char}`;
}

function reply(completion: Completion | null): string {
  switch (completion?.kind) {
    case 'values':
      return `COMPREPLY=( $(compgen -W "${completion.values.join(' ')}" -- "$word") )`;
    case 'file':
      return 'compopt -o filenames 2>/dev/null; local IFS=$\'\\n\'; COMPREPLY=( $(compgen -f -- "$word") )';
    case 'directory':
      return 'compopt -o filenames 2>/dev/null; local IFS=$\'\\n\'; COMPREPLY=( $(compgen -d -- "$word") )';
    default:
      return ':';
  }
}
