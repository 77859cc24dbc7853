/** Reading one command line, its faults in the words of every other error (cli 1). */
import { FramefarmError, type InputIssue } from '@framefarm/contract';
import type { Interfaces } from '@oclif/core';
import { flagNames, switchNames } from './flag-names.js';
import { isParseFailure, parseIssues, usageError, valuedSwitches } from './usage-errors.js';

/**
 * What `parse` resolves with.
 * @throws FramefarmError `VALIDATION_FAILED` naming every word of `argv` that the command does not take, and every path or address that is
 * an empty text.
 */
export async function readCommandLine<T extends { readonly flags: object }>(
  command: { readonly name: string; readonly flags: object },
  argv: readonly string[],
  parse: () => Promise<T>,
): Promise<T> {
  const issues = valuedSwitches(argv, switchNames(command.flags));
  try {
    const read = await parse();
    // The value was read as an argument: of a command that takes one, nothing else is wrong.
    if (issues.length === 0) issues.push(...emptyPlaces(command.flags, read.flags));
    if (issues.length > 0) throw usageError(issues, command.name);
    return read;
  } catch (error) {
    if (error instanceof FramefarmError || !isParseFailure(error)) throw error;
    throw usageError(issues.length > 0 ? issues : parseIssues(error, flagNames(command.flags)), command.name);
  }
}

/**
 * Paths and addresses that are empty texts. An empty path would be the current directory, and an empty address the default, to someone
 * whose script has lost a variable.
 */
function emptyPlaces(declared: object, values: object): InputIssue[] {
  return Object.entries(declared as Readonly<Record<string, Interfaces.Flag<unknown>>>).flatMap(([name, flag]) => {
    const isPlace = flag.type === 'option' && ['<path>', '<url>'].includes(String(flag.helpValue));
    if (!isPlace || (values as Record<string, unknown>)[name] !== '') return [];
    return [{ field: `--${name}`, code: 'invalid_value', message: `--${name} "": must be a non-empty text` }];
  });
}
