/** Reading one command line, its faults in the words of every other error (cli 1). */
import { FramefarmError } from '@framefarm/contract';
import { flagNames, switchNames } from './flag-names.js';
import { isParseFailure, parseIssues, usageError, valuedSwitches } from './usage-errors.js';

/**
 * What `parse` resolves with.
 * @throws FramefarmError `VALIDATION_FAILED` naming every word of `argv` that the command does not take.
 */
export async function readCommandLine<T>(
  command: { readonly name: string; readonly flags: object },
  argv: readonly string[],
  parse: () => Promise<T>,
): Promise<T> {
  const issues = valuedSwitches(argv, switchNames(command.flags));
  try {
    const read = await parse();
    // The value was read as an argument: of a command that takes one, nothing else is wrong.
    if (issues.length > 0) throw usageError(issues, command.name);
    return read;
  } catch (error) {
    if (error instanceof FramefarmError || !isParseFailure(error)) throw error;
    throw usageError(issues.length > 0 ? issues : parseIssues(error, flagNames(command.flags)), command.name);
  }
}
