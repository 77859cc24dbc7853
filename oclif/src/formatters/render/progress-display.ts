/** Shows progress on stderr while a render runs; the forms are in progress-text. */
import type { ProgressEvent } from '@framefarm/contract';
import { createPaceMeter, type Pace, plainProgressLine, progressBarLine } from './progress-text.js';

export interface ProgressDisplay {
  update(event: ProgressEvent): void;
  /** Takes the live line away, so that other text can be written; the next update brings it back. */
  clear(): void;
  /** Ends the display. */
  stop(): void;
}

/** Shortest time between two drawings of the bar, ms. */
const REDRAW_MS = 100;
/** Longest time between them, ms: what does not go on must not seem to. */
const STALE_MS = 1_000;
/** Longest silence off a terminal, ms (cli 1). */
export const SILENCE_LIMIT_MS = 10_000;

/** A bar that is drawn over itself; for a terminal. */
export function createBarDisplay(
  tell: (text: string) => void,
  columns: () => number,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  const measure = createPaceMeter();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let visible = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let latest: ProgressEvent;
  const clear = (): void => {
    clearTimeout(timer);
    if (visible) tell('\r\u001b[2K');
    visible = false;
  };
  const draw = (pace: Pace): void => {
    clearTimeout(timer);
    drawnAt = now();
    tell(`\r\u001b[2K${progressBarLine(latest, pace, columns())}`);
    visible = true;
    timer = setTimeout(() => draw(measure(latest, now())), STALE_MS).unref();
  };
  return {
    update: (event) => {
      if (stopped) return;
      latest = event;
      const pace = measure(event, now());
      if (!visible || now() - drawnAt >= REDRAW_MS) draw(pace);
    },
    clear,
    stop: () => {
      stopped = true;
      clear();
    },
  };
}

/** A plain line at each stage, at each 10 %, and at least every 10 s. */
export function createPlainDisplay(
  tell: (text: string) => void,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  const measure = createPaceMeter();
  let latest: ProgressEvent | null = null;
  let stage: string | null = null;
  let tenth = -1;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const line = (): void => {
    clearTimeout(timer);
    // Measured anew: the pace of what stands still falls. Before the first progress it is a farm that is waited for, or a file.
    tell(latest === null ? 'Waiting\n' : `${plainProgressLine(latest, measure(latest, now()))}\n`);
    timer = setTimeout(line, SILENCE_LIMIT_MS).unref();
  };
  timer = setTimeout(line, SILENCE_LIMIT_MS).unref();
  return {
    update: (event) => {
      if (stopped) return;
      latest = event;
      measure(event, now());
      const reached = Math.floor(event.progress / 10);
      if (event.stage === stage && reached <= tenth) return;
      stage = event.stage;
      tenth = Math.max(tenth, reached);
      line();
    },
    clear: () => {},
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Nothing at all; for `--quiet`. */
export const SILENT_DISPLAY: ProgressDisplay = { update: () => {}, clear: () => {}, stop: () => {} };
