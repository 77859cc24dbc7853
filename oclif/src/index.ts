/** The command line: oclif finds and parses commands; what it throws is shown here as every other error is (cli 1). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { exitDespiteThreads, hasThreadsAtWork } from '@framefarm/process';
import { type Command, Config, type Interfaces, run, settings } from '@oclif/core';
import {
  isParseFailure,
  parseIssues,
  singleDashes,
  surplusArgument,
  unknownCommand,
  usageError,
} from './flags/usage-errors.js';
import { jsonLine, preflightFields } from './formatters/render/json-reporter.js';
import { errorText } from './formatters/text/error-text.js';
import { mayDecorate } from './formatters/text/style.js';
import { EXIT, exitCodeOf } from './session/exit-codes.js';
import { keepsIgnoringHangUp } from './session/hang-up.js';
import { wasInterrupted } from './session/interruption.js';
import { drained, holdFailedWrites, resultFailure } from './session/streams.js';

/** Where the running code lies. Both directories are absolute. */
export interface CodePlace {
  /** Holds package.json. */
  readonly packageDir: string;
  /** Holds `commands/`, and in an installed package the list of their flags. */
  readonly codeDir: string;
}

/** What still keeps the process running when its command has ended and been told is left to itself for so long. */
const LINGER_MS = 250;
/** The same for calls of files, for which an exit waits: what is written is complete then, and what hangs does so for ever. */
const LINGER_ON_FILES_MS = 5_000;

/** How long a command that a signal has ended waits for a reader of its output: one that has stopped reading may never go on. */
const DRAIN_AFTER_SIGNAL_MS = 3_000;

/** Runs one command line and lets the process end with its exit status (cli 1.1). */
export async function runCommandLine(argv: readonly string[], place: CodePlace): Promise<void> {
  // Read by bin/run.js only; children of this process must not take themselves for a launched one.
  delete process.env.FRAMEFARM_LAUNCHED;
  process.channel?.unref();
  keepsIgnoringHangUp();
  holdFailedWrites();
  try {
    checkWorkingDirectory();
    const config = await loadConfig(place);
    const words = withHelpAsFlag(argv);
    const unknown = unknownWord(words, config);
    if (unknown !== null) throw unknown;
    const command = commandOf(words, config);
    const depth = command?.id.split(':').length ?? 1;
    const dashes = singleDashes(words.slice(depth), Object.keys(command?.flags ?? {}));
    if (dashes.length > 0) throw usageError(dashes, command?.id.replaceAll(':', ' ') ?? '');
    const surplus = surplusWords(words.slice(depth), command);
    if (surplus.length > 0) throw usageError(surplus.map(surplusArgument), command?.id.replaceAll(':', ' ') ?? '');
    await run([...words], config);
  } catch (thrown) {
    if (!isHelpExit(thrown)) {
      const error = present(thrown, argv);
      process.exitCode = exitCodeOf(error);
    }
  }
  await drained(wasInterrupted() ? DRAIN_AFTER_SIGNAL_MS : null);
  const lost = resultFailure();
  if (lost !== null && (process.exitCode ?? EXIT.done) === EXIT.done) {
    process.stderr.write(`Error: stdout could not be written (${lost.code ?? lost.message})\n`);
    process.exitCode = EXIT.failed;
  }
  // An exit that is called for waits for compilers in the background, and one of these may wait for the thread that exits
  // (nodejs/node#54918): a render that had published its video hung so. A process that has nothing left to do ends without.
  setTimeout(() => {
    if (!hasThreadsAtWork()) process.exit();
    setTimeout(() => {
      exitDespiteThreads();
      process.exit();
    }, LINGER_ON_FILES_MS).unref();
  }, LINGER_MS).unref();
}

/** @throws FramefarmError where the directory that the command was started in has been removed. */
function checkWorkingDirectory(): void {
  try {
    process.cwd();
  } catch (cause) {
    throw new FramefarmError('VALIDATION_FAILED', 'the current directory has been removed', {
      hint: 'Change to a directory that exists and try again.',
      cause,
    });
  }
}

async function loadConfig({ packageDir, codeDir }: CodePlace): Promise<Config> {
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as Interfaces.PJSON;
  // Whatever NODE_ENV says of the user's own project: only compiled code is here, and oclif would look for a compiler and say so.
  settings.enableAutoTranspile = false;
  const pjson = { ...manifest, oclif: { ...manifest.oclif, commands: './commands' } };
  // No command has plugins; oclif would look for them in the user's home, and warn of one that is closed.
  return Config.load({ root: codeDir, pjson, isRoot: true, userPlugins: false });
}

/** `framefarm help render` means `framefarm render --help`. */
function withHelpAsFlag(argv: readonly string[]): readonly string[] {
  if (argv[0] !== 'help' && argv[0] !== '-h') return argv;
  return argv.length === 1 ? ['--help'] : [...argv.slice(1), '--help'];
}

/** The command that the first words name: `farm start`, or `render`. */
function commandOf(words: readonly string[], config: Config): Command.Loadable | undefined {
  const [first = '', second = ''] = words;
  return config.findCommand(`${first}:${second}`) ?? config.findCommand(first);
}

/** Words right behind a command that takes no argument: oclif would look for a command of that name. */
function surplusWords(words: readonly string[], command: Command.Loadable | undefined): readonly string[] {
  if (command === undefined || Object.keys(command.args ?? {}).length > 0) return [];
  const end = words.findIndex((word) => word.startsWith('-'));
  return end === -1 ? words : words.slice(0, end);
}

function unknownWord(argv: readonly string[], config: Config): FramefarmError | null {
  const word = argv[0];
  if (word === undefined || word === '--help' || word === '--version') return null;
  const ids = config.commandIDs.filter((id) => id !== '.').map((id) => id.replaceAll(':', ' '));
  if (word.startsWith('-')) {
    return usageError(
      parseIssues({ message: '', flags: [word] }, [
        { name: 'help', negatable: false },
        { name: 'version', negatable: false },
      ]),
      '',
    );
  }
  if (ids.includes(word)) return null;
  const below = ids.filter((id) => id.startsWith(`${word} `));
  if (below.length === 0) return unknownCommand(word, ids);
  const second = argv[1];
  const isKnown = second === undefined || second.startsWith('-') || below.includes(`${word} ${second}`);
  return isKnown ? null : unknownCommand(`${word} ${second}`, below);
}

/** oclif ends its help by throwing an exit of 0. */
function isHelpExit(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as { code?: string }).code === 'EEXIT';
}

function present(thrown: unknown, argv: readonly string[]): FramefarmError {
  const error = isParseFailure(thrown) ? usageError(parseIssues(thrown, []), argv[0] ?? '') : asFramefarmError(thrown);
  if (argv.includes('--json')) process.stdout.write(`${jsonLine('error', preflightFields(error))}\n`);
  const options = { colour: mayDecorate(process.stderr, process.env), debug: argv.includes('--debug') };
  process.stderr.write(`${errorText(error, options)}\n`);
  return error;
}
