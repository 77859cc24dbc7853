/** Words for what oclif's parser refuses, in the shape of every other error (cli 1). */
import { FramefarmError, type InputIssue, nearestName, suggestion } from '@framefarm/contract';

/** What of a thrown parse error is used; oclif does not export its error classes' parsed state as a type. */
interface ParseFailure {
  readonly message: string;
  readonly flags?: readonly string[];
  readonly args?: readonly string[];
  readonly parse?: { readonly output?: { readonly flags?: Readonly<Record<string, unknown>> } };
  readonly oclif?: { readonly exit?: number };
}

export interface FlagNames {
  readonly name: string;
  readonly char?: string;
  readonly negatable: boolean;
}

/** True for errors that oclif raises for a command line it cannot read. */
export function isParseFailure(thrown: unknown): thrown is ParseFailure {
  return thrown instanceof Error && (thrown as ParseFailure).oclif?.exit !== undefined;
}

/** Issues for a parse failure: unknown flags with the nearest name, surplus arguments, or oclif's own sentence. */
export function parseIssues(failure: ParseFailure, known: readonly FlagNames[]): InputIssue[] {
  if (failure.flags !== undefined) return failure.flags.map((flag) => unknownFlag(flag, known));
  if (Array.isArray(failure.args) && failure.message.startsWith('Unexpected argument')) {
    return failure.args.map(surplusArgument);
  }
  const flag = /(--[\w-]+)/.exec(failure.message)?.[1];
  return [
    {
      ...(flag === undefined ? {} : { field: flag }),
      code: 'invalid_value',
      message: failure.message.replace(/\nSee more help with --help$/, '').replace(/^Flag /, ''),
    },
  ];
}

/** An argument where the command takes none, or no more. */
export function surplusArgument(typed: string): InputIssue {
  return { code: 'unexpected_argument', message: `"${typed}" is one argument too many` };
}

/** The flags that could be read although others could not. */
export function readableFlags(failure: ParseFailure): Readonly<Record<string, unknown>> {
  return failure.parse?.output?.flags ?? {};
}

function unknownFlag(typed: string, known: readonly FlagNames[]): InputIssue {
  const bare = typed.replace(/^-+/, '').replace(/=.*$/s, '');
  const shown = typed.replace(/=.*$/s, '');
  const names = known.flatMap((flag) => (flag.negatable ? [flag.name, `no-${flag.name}`] : [flag.name]));
  // One letter is near to every short name and means none of them.
  const nearest = /^-[^-]$/.test(shown) ? null : nearestName(bare, names);
  const advice = nearest === null ? '' : `; did you mean --${nearest}?`;
  return { field: shown, code: 'unknown_flag', message: `${shown} is not a flag of this command${advice}` };
}

/**
 * Boolean flags that were given a value, such as `--offline=false`. oclif would take the value for an argument, and
 * the user for a missing directory.
 */
export function valuedSwitches(argv: readonly string[], switches: readonly FlagNames[]): InputIssue[] {
  const end = argv.indexOf('--');
  const issues: InputIssue[] = [];
  for (const word of end === -1 ? argv : argv.slice(0, end)) {
    const match = /^--(no-)?([\w-]+)=/.exec(word);
    const flag = switches.find((candidate) => candidate.name === match?.[2]);
    if (match === null || flag === undefined) continue;
    const advice = flag.negatable
      ? `write --${flag.name} or --no-${flag.name}`
      : `write --${flag.name}, or leave it out`;
    const field = word.slice(0, word.indexOf('='));
    issues.push({ field, code: 'unexpected_value', message: `${field} takes no value; ${advice}` });
  }
  return issues;
}

/**
 * Long flags that were written with one dash, such as `-output`. oclif would read the short flag `-o` with the value
 * "utput", and the user would be told of a file that nobody named.
 */
export function singleDashes(argv: readonly string[], flags: readonly string[]): InputIssue[] {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).flatMap((word) => {
    const [, name] = /^-([a-z][\w-]+)(?:=.*)?$/s.exec(word) ?? [];
    if (name === undefined || !flags.includes(name)) return [];
    return [{ field: `-${name}`, code: 'unknown_flag', message: `-${name} has one dash; did you mean --${name}?` }];
  });
}

/** One error for all faults of a command line. */
export function usageError(issues: readonly InputIssue[], command: string): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', issues.map((issue) => issue.message).join('\n'), {
    issues,
    hint: `Correct the values named above; "framefarm${command === '' ? '' : ` ${command}`} --help" lists all flags.`,
  });
}

/** The error for a command that does not exist. */
export function unknownCommand(typed: string, commands: readonly string[]): FramefarmError {
  const message = `"${typed}" is not a command${suggestion(typed, commands)}`;
  return new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ code: 'unknown_command', message }],
    hint: `Commands: ${commands.join(', ')}. "framefarm --help" says more.`,
  });
}
