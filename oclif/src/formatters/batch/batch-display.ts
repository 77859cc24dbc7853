/** Shows the standing of a batch on stderr while it runs; its forms are in batch-lines. */

import { SILENCE_LIMIT_MS } from '../render/progress-display.js';
import { plainStandingLine, tableLines } from './batch-lines.js';
import type { BatchStanding } from './batch-progress.js';

export interface BatchDisplay {
  /** Something has changed. */
  update(): void;
  /** Takes the table away, so that other text can be written; the next update brings it back. */
  clear(): void;
  stop(): void;
}

/** Shortest time between two drawings of the table, ms. */
const REDRAW_MS = 100;
/** Rows of the table however high the terminal is. */
const MAX_ROWS = 8;

/** A table that is drawn over itself; for a terminal. */
export function createTableDisplay(options: {
  readonly tell: (text: string) => void;
  readonly standing: () => BatchStanding;
  readonly shown: (outputPath: string) => string;
  /** Size of the terminal in characters. */
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly now?: () => number;
}): BatchDisplay {
  const { tell, now = () => performance.now() } = options;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let height = 0;
  let stopped = false;
  const clear = (): void => {
    if (height > 0) tell(`\r${height > 1 ? `\u001b[${height - 1}A` : ''}\u001b[0J`);
    height = 0;
  };
  return {
    update: () => {
      if (stopped || (height > 0 && now() - drawnAt < REDRAW_MS)) return;
      const { columns, rows } = options.size();
      // Two lines of the terminal stay free: one for the standing, one for the prompt that was there before.
      const maxRows = Math.min(MAX_ROWS, Math.max(1, rows - 3));
      const lines = tableLines(options.standing(), options.shown, { columns, maxRows });
      clear();
      tell(lines.join('\n'));
      height = lines.length;
      drawnAt = now();
    },
    clear,
    stop: () => {
      stopped = true;
      clear();
    },
  };
}

/**
 * One line at each tenth of the whole batch, and whenever nothing was written for ten seconds: a running batch is never silent
 * (cli 1). The stages of each row would be too many lines. Where a row that ends reaches the tenth, its own line has said so.
 */
export function createPlainBatchDisplay(tell: (text: string) => void, standing: () => BatchStanding): BatchDisplay {
  let stopped = false;
  let tenth = 0;
  /** Since the last update other text was written. */
  let isSaid = false;
  const line = (): void => {
    tell(`${plainStandingLine(standing())}\n`);
    timer.refresh();
  };
  const timer = setTimeout(line, SILENCE_LIMIT_MS).unref();
  return {
    update: () => {
      const wasSaid = isSaid;
      isSaid = false;
      const now = standing();
      const reached = tenthOf(now);
      if (stopped || reached <= tenth) return;
      // Which is about to end, with a line of its own.
      if (!wasSaid && now.running.some(({ progress }) => progress?.stage === 'publish')) return;
      tenth = reached;
      if (!wasSaid) line();
    },
    // Other text is about to be written, which breaks the silence as well.
    clear: () => {
      isSaid = true;
      if (!stopped) timer.refresh();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Tenths of the batch that are done, of running rows what is done of them. A row that is skipped is not. */
function tenthOf({ total, completed, failed, running }: BatchStanding): number {
  const begun = running.reduce((sum, { progress }) => sum + (progress?.progress ?? 0), 0);
  return Math.floor(((completed + failed) * 100 + begun) / (10 * Math.max(1, total)));
}

/** Nothing at all; for `--quiet`. */
export const SILENT_BATCH_DISPLAY: BatchDisplay = { update: () => {}, clear: () => {}, stop: () => {} };
