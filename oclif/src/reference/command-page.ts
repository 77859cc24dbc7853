/** The page of one command. */
import type { Command } from '@oclif/core';
import type { DocumentedCommand } from './commands.js';
import { type FlagFacts, flagFacts } from './flag-facts.js';
import { code, page, table } from './markdown.js';

const BIN = 'framefarm';

export function commandPage({ name, command }: DocumentedCommand): string {
  const facts = flagFacts(command);
  const groups = [...new Set(facts.map(({ group }) => group))].sort((a, b) => Number(a !== null) - Number(b !== null));
  return page(
    `${BIN} ${name}`,
    [command.summary ?? '', '', ...[command.description].flat().filter((text) => text !== undefined)],
    ['```sh', `${BIN} ${command.usage ?? name}`, '```'],
    ...argumentBlock(command),
    ...groups.flatMap((group) => [
      [`## ${group === null ? 'Flags' : `Flags: ${group}`}`],
      table(['Flag', 'Values', 'Default', 'What it does'], facts.filter((one) => one.group === group).map(flagRow)),
    ]),
    ...exampleBlocks(command),
  );
}

function argumentBlock(command: Command.Class): string[][] {
  const rows = Object.entries(command.args ?? {}).map(([name, arg]) => [
    code(name.toUpperCase()),
    arg.description ?? '',
    typeof arg.default === 'string' ? code(arg.default) : 'none',
  ]);
  return rows.length === 0 ? [] : [['## Arguments'], table(['Argument', 'What it is', 'Default'], rows)];
}

function flagRow(facts: FlagFacts): string[] {
  const names = [`--${facts.name}`, ...(facts.negatable ? [`--no-${facts.name}`] : [])];
  if (facts.char !== null) names.push(`-${facts.char}`);
  const values = facts.values === 'flag' ? 'flag' : facts.values.split(', ').map(code).join(', ');
  return [names.map(code).join(', '), values, facts.initial, [facts.help, ...facts.rules].join(' ')];
}

function exampleBlocks(command: Command.Class): string[][] {
  const lines = (command.examples ?? []).flatMap((example) => {
    if (typeof example === 'string') return [plain(example)];
    return [`# ${example.description}`, plain(example.command)];
  });
  return lines.length === 0 ? [] : [['## Examples'], ['```sh', ...lines, '```']];
}

const plain = (text: string): string => text.replaceAll('<%= config.bin %>', BIN);
