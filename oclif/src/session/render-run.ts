/** One `render` from its checks to its exit status. */
import {
  asFramefarmError,
  FramefarmError,
  type InputIssue,
  type OptionName,
  type RawOptions,
} from '@framefarm/contract';
import { createJsonReporter } from '../formatters/render/json-reporter.js';
import { createPeopleReporter } from '../formatters/render/people-reporter.js';
import {
  createBarDisplay,
  createPlainDisplay,
  type ProgressDisplay,
  SILENT_DISPLAY,
} from '../formatters/render/progress-display.js';
import type { Reporter } from '../formatters/render/reporter.js';
import { mayDecorate } from '../formatters/text/style.js';
import { commandLine } from '../library/caller.js';
import { renderPrepared } from '../library/prepared-render.js';
import { type PreparedRender, prepareRender } from '../target/render-request.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { listenForInterruption } from './interruption.js';
import { processStreams, type Streams } from './streams.js';
import { terminalSize } from './terminal-size.js';

export interface RenderRun {
  readonly directory: string;
  readonly raw: RawOptions;
  /** Faults found while parsing, and of the configuration. */
  readonly issues: readonly InputIssue[];
  /** The name of an option in messages. */
  readonly nameOf: (name: OptionName, off?: boolean) => string;
  readonly argv: readonly string[];
}

/** Runs the render and sets `process.exitCode`; every failure has been shown when it returns. */
export async function runRender(run: RenderRun): Promise<void> {
  const streams = processStreams();
  let prepared: PreparedRender | null = null;
  const reporter = chooseReporter(run, streams, () => prepared);
  const interruption = listenForInterruption({
    onFirst: (signal) => reporter.interrupted(signal),
    onLast: (signal) => reporter.fail(new FramefarmError('INTERRUPTED', `killed after ${signal}`)),
  });
  try {
    const caller = commandLine('render', run.nameOf);
    prepared = await prepareRender(run.directory, run.raw, run.issues, process.cwd(), caller, interruption.signal);
    const result = await renderPrepared(prepared, { signal: interruption.signal, onEvent: reporter.event });
    reporter.complete(result);
    process.exitCode = EXIT.done;
  } catch (thrown) {
    const error = interrupted(interruption.received()) ?? asFramefarmError(thrown);
    reporter.fail(error);
    process.exitCode = exitCodeOf(error, interruption.received());
  } finally {
    interruption.release();
  }
}

/** Whatever a cancelled render failed with, it failed because it was told to stop. */
function interrupted(signal: string | null): FramefarmError | null {
  return signal === null ? null : new FramefarmError('INTERRUPTED', `ended by ${signal}; no output was written`);
}

/** Where the output goes, for words about it. */
type OutputPlace = Pick<PreparedRender, 'outputPath' | 'outputShown'>;

/** A command line that cannot be parsed still says whether its reader is a program. */
export function wantsJson(run: Pick<RenderRun, 'raw' | 'issues' | 'argv'>): boolean {
  return run.raw.json === true || (run.issues.length > 0 && run.argv.includes('--json'));
}

/** How the render is presented: to a program with `--json`, else to people. */
export function chooseReporter(
  run: Pick<RenderRun, 'raw' | 'issues' | 'argv'>,
  streams: Streams,
  prepared: () => OutputPlace | null,
): Reporter {
  const debug = run.raw.debug === true;
  const quiet = run.raw.quiet === true;
  if (wantsJson(run)) {
    return createJsonReporter({ streams, debug, outputPath: () => prepared()?.outputPath ?? null });
  }
  const talk = mayDecorate(process.stderr, process.env);
  return createPeopleReporter({
    streams,
    progress: quiet ? SILENT_DISPLAY : chooseDisplay(streams, talk),
    decorate: { results: mayDecorate(process.stdout, process.env), talk },
    quiet,
    debug,
    outputShown: () => prepared()?.outputShown ?? '',
  });
}

function chooseDisplay(streams: Streams, live: boolean): ProgressDisplay {
  return live
    ? createBarDisplay(streams.tell, () => terminalSize(process.stderr).columns)
    : createPlainDisplay(streams.tell);
}
