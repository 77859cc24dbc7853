/** Completion for zsh, by its own `_arguments`. */
import { type CommandModel, type Completion, type FirstWord, type FlagModel, firstWords } from './command-model.js';

/** The script for `bin`: a file for a directory of `fpath`, which also works when it is sourced. */
export function zshScript(bin: string, commands: readonly CommandModel[]): string {
  const words = firstWords(commands);
  const name = `_${bin.replaceAll(/\W/g, '_')}`;
  return `#compdef ${bin}
# zsh completion for ${bin}. Add to ~/.zshrc, after compinit:  source <(${bin} completion zsh)
${name}() {
  if (( CURRENT == 2 )); then
    local -a commands
    commands=(
${words.map((one) => `      ${quoted(`${one.word}:${one.summary}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${words
  .filter((one) => one.below.length > 0)
  .map(topicCase)
  .join('\n')}
  esac
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ $funcstack[1] == ${name} ]]; then ${name} "$@"; else compdef ${name} ${bin}; fi
`;
}

function topicCase({ word, below }: FirstWord): string {
  return `    ${word})
      if (( CURRENT == 2 )); then
        local -a below
        below=(
${below.map((one) => `          ${quoted(`${one.word}:${one.summary}`)}`).join('\n')}
        )
        _describe command below
        return
      fi
      command="${word} \${words[2]}"
      shift words
      (( CURRENT-- ))
      ;;`;
}

function commandCase({ name, argument, flags }: CommandModel): string {
  const action = actionOf(argument);
  const specs = [...flags.flatMap(flagSpecs), ...(action === null ? [] : [`1:argument:${action}`])];
  return `    ${name.includes(' ') ? quoted(name) : name})
      _arguments ${specs.map((spec) => `\\\n        ${quoted(spec)}`).join(' ')}
      ;;`;
}

function flagSpecs({ name, char, summary, value }: FlagModel): string[] {
  const tail = value === null ? '' : `:value:${actionOf(value) ?? ' '}`;
  const help = `[${summary.replaceAll(/[[\]\\:]/g, (sign) => `\\${sign}`)}]`;
  const long = `*${name}${value === null ? '' : '='}${help}${tail}`;
  return char === null ? [long] : [long, `*-${char}${help}${tail}`];
}

function actionOf(completion: Completion): string | null {
  switch (completion.kind) {
    case 'values':
      return `(${completion.values.join(' ')})`;
    case 'file':
      return '_files';
    case 'directory':
      return '_files -/';
    case 'none':
      return null;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
