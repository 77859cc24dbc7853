/** In whose words a fault of the input is told: flags for the command line, names of options for a program. */
import { FramefarmError, flagName, type InputIssue, type OptionName } from '@framefarm/contract';
import { usageError } from '../flags/usage-errors.js';

export interface Caller {
  /** The name under which the caller knows an option. */
  readonly nameOf: (name: OptionName, off?: boolean) => string;
  /** One VALIDATION_FAILED for all faults. */
  readonly refusal: (issues: readonly InputIssue[]) => FramefarmError;
}

/** Someone who typed `framefarm <command>`. */
export function commandLine(command: string, nameOf: Caller['nameOf'] = flagName): Caller {
  return { nameOf, refusal: (issues) => usageError(issues, command) };
}

/** A program that imports this package. `configured` names the options that a configuration file gave. */
export function program(configured: Caller['nameOf']): Caller {
  return {
    nameOf: (name) => (configured(name) === flagName(name) ? name : configured(name)),
    refusal: (issues) =>
      new FramefarmError('VALIDATION_FAILED', issues.map((issue) => issue.message).join('\n'), {
        issues,
        hint: 'Correct the options named above; their rules are those of the command line.',
      }),
  };
}
