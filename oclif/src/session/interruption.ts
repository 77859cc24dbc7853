/** What Ctrl-C and SIGTERM do to a running command (cli 1.2). */
import { FramefarmError } from '@framefarm/contract';
import { exitDespiteThreads, hasThreadsAtWork, killOwnedGroups } from '@framefarm/process';
import { keepsIgnoringHangUp } from './hang-up.js';

/** Exit status by signal: 128 plus its number (cli 1.1). */
export const SIGNAL_EXITS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type StopSignal = keyof typeof SIGNAL_EXITS;

/**
 * A launcher such as npx passes on the signal that the terminal has already sent to the whole group, so one Ctrl-C
 * arrives twice within milliseconds. Signals this close, in ms, are one wish.
 */
export const SAME_WISH_MS = 300;

/** A cancelled pipeline ends its children within 5 s plus clean-up; past this many ms it is taken as stuck. */
export const CLEAN_UP_LIMIT_MS = 15_000;

export interface Interruption {
  /** Aborts on the first signal. */
  readonly signal: AbortSignal;
  /** The first signal that came, or null. */
  readonly received: () => StopSignal | null;
  /** Stops listening. */
  release(): void;
}

export interface InterruptionOptions {
  /** Called once, on the first signal. */
  readonly onFirst: (signal: StopSignal) => void;
  /** Called just before the process ends at once: on a second signal, or when cleaning up takes too long. */
  readonly onLast: (signal: StopSignal) => void;
  /** Time for cleaning up after the first signal, ms. Default {@link CLEAN_UP_LIMIT_MS}. */
  readonly endWithinMs?: number;
  /** Ends the process; only tests give their own. */
  readonly exit?: (code: number) => void;
  readonly source?: NodeJS.EventEmitter;
  readonly now?: () => number;
  /** Default: whether the command was started so, as by nohup. */
  readonly ignoresHangUp?: boolean;
}

let interrupted = false;

/** Whether this process has been told to stop, by whichever of its listeners heard of it. */
export const wasInterrupted = (): boolean => interrupted;

/** Also where a file that is read has no end, such as a pipe without a writer. */
function exitAtOnce(code: number): void {
  if (hasThreadsAtWork()) exitDespiteThreads();
  process.exit(code);
}

/** Listens for signals until released. The first cancels, a second one kills every owned process and exits at once. */
export function listenForInterruption(options: InterruptionOptions): Interruption {
  const { exit = exitAtOnce, source = process, now = () => performance.now() } = options;
  const { ignoresHangUp = keepsIgnoringHangUp() } = options;
  const controller = new AbortController();
  let first: { readonly signal: StopSignal; readonly at: number } | null = null;
  let limit: NodeJS.Timeout | undefined;

  const leave = (signal: StopSignal): void => {
    options.onLast(signal);
    killOwnedGroups();
    exit(SIGNAL_EXITS[signal]);
  };
  const receive = (signal: StopSignal): void => {
    if (first !== null) {
      if (now() - first.at > SAME_WISH_MS) leave(first.signal);
      return;
    }
    first = { signal, at: now() };
    interrupted = true;
    limit = setTimeout(leave, options.endWithinMs ?? CLEAN_UP_LIMIT_MS, signal);
    limit.unref();
    options.onFirst(signal);
    controller.abort(new FramefarmError('INTERRUPTED', `ended by ${signal}; no output was written`));
  };
  const listeners = (Object.keys(SIGNAL_EXITS) as StopSignal[])
    .filter((name) => name !== 'SIGHUP' || !ignoresHangUp)
    .map((name) => ({ name, on: () => receive(name) }));
  for (const { name, on } of listeners) source.on(name, on);
  // The launcher of bin/run.js was killed outright: nobody is left who could want the result.
  const orphaned = (): void => receive('SIGTERM');
  source.on('disconnect', orphaned);
  // It may have been before anybody listened.
  if ((source as { readonly connected?: boolean }).connected === false) orphaned();
  // Work that nobody waits for any more ends with the interruption as its reason; that is no failure.
  const onUnhandled = (reason: unknown): void => {
    if (!controller.signal.aborted || reason !== controller.signal.reason) throw reason;
  };
  source.on('unhandledRejection', onUnhandled);

  return {
    signal: controller.signal,
    received: () => first?.signal ?? null,
    release: () => {
      clearTimeout(limit);
      for (const { name, on } of listeners) source.off(name, on);
      source.off('disconnect', orphaned);
      source.off('unhandledRejection', onUnhandled);
    },
  };
}
