/** A batch of made-up rows, whose renders end when the test says so. */
import { FramefarmError } from '@framefarm/contract';
import { scheduleRows } from '../../../libs/batch/src/schedule/row-scheduler.js';
import type { SchedulerOptions, Turn } from '../../../libs/batch/src/schedule/scheduler-api.js';

type CaptureTurn = Awaited<ReturnType<Turn>>;

interface Controls {
  /** The plan stands: asks for the turn, and opens a first lane with it. */
  prepared(wish?: { readonly lanes?: number; readonly room?: number }): void;
  /** Asks for one lane more. */
  lane(): void;
  /** The last frame is captured, and the lanes are closed. */
  captured(): void;
  done(): void;
  fail(code?: 'ENCODER_FAILED' | 'COMPOSITION_SCRIPT_ERROR'): void;
}

export interface Staged {
  /** What was told and done, in order: `start 0`, `render 1`, `turn 0`, `lane 0`, `complete 0`. */
  readonly log: string[];
  readonly rows: Map<number, Controls>;
  /** Rows that have captured and may make their output. */
  readonly finishing: Set<number>;
  readonly ended: Promise<void>;
  /** Lets everything that can happen now happen. */
  settle(): Promise<void>;
  /** Plans, captures and finishes the row, where it has not yet. */
  finish(index: number): Promise<void>;
  /** Lines of the log since the last call. */
  news(): string[];
  /** Most rows that were reported as running at once. */
  mostRunning(): number;
}

export function stage(
  digests: string | readonly string[],
  changes: Partial<SchedulerOptions<string>> & { readonly copyFails?: boolean } = {},
): Staged {
  const log: string[] = [];
  const rows = new Map<number, Controls>();
  const finishing = new Set<number>();
  let running = 0;
  let most = 0;
  let read = 0;
  const over = (line: string): void => {
    running -= 1;
    log.push(line);
  };
  const render = (index: number, turn: Turn, signal: AbortSignal): Promise<string> => {
    log.push(`render ${index}`);
    return new Promise((resolve, reject) => {
      let asked = false;
      let own: CaptureTurn | undefined;
      const open: (() => void)[] = [];
      signal.addEventListener('abort', () => {
        log.push(`abort ${index}`);
        own?.end();
        reject(signal.reason);
      });
      rows.set(index, {
        prepared: ({ lanes: most = 1, room = Number.POSITIVE_INFINITY } = {}) => {
          if (asked) return;
          asked = true;
          const begin = async (): Promise<void> => {
            own = await turn({ lanes: most, room }, signal);
            if (signal.aborted) return own.end();
            log.push(`turn ${index}`);
            open.push(await own.lane(signal));
          };
          begin().catch(() => {});
        },
        lane: () =>
          void own?.lane(signal).then(
            (giveBack) => {
              log.push(`lane ${index}`);
              open.push(giveBack);
            },
            () => {},
          ),
        captured: () => {
          for (const giveBack of open.splice(0)) giveBack();
          own?.captured().then(
            () => finishing.add(index),
            () => {},
          );
        },
        done: () => {
          own?.end();
          resolve(`result ${index}`);
        },
        fail: (code = 'ENCODER_FAILED') => {
          own?.end();
          reject(new FramefarmError(code, `row ${index}`));
        },
      });
    });
  };
  const ended = scheduleRows<string>(
    {
      inputDigests: [...digests],
      done: new Map(),
      concurrency: 1,
      lanes: 1,
      failFast: false,
      signal: new AbortController().signal,
      ...changes,
    },
    {
      render,
      copy: async (from, index) => {
        log.push(`copy ${from} to ${index}`);
        if (changes.copyFails === true) throw new Error('the original is gone');
        return `copy ${index}`;
      },
      started: (index) => {
        running += 1;
        most = Math.max(most, running);
        log.push(`start ${index}`);
      },
      completed: (index, _, { copyOf }) => over(`complete ${index}${copyOf === null ? '' : ` of ${copyOf}`}`),
      failed: (index, error) => over(`fail ${index} ${error.code}`),
      skipped: (index) => void log.push(`skip ${index}`),
    },
  );
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await Promise.resolve();
  };
  return {
    log,
    rows,
    finishing,
    ended,
    settle,
    finish: async (index) => {
      const row = rows.get(index);
      if (row === undefined) throw new Error(`row ${index} is not being rendered; ${log.join(', ')}`);
      row.prepared();
      await settle();
      row.captured();
      row.done();
      await settle();
    },
    news: () => {
      const fresh = log.slice(read);
      read = log.length;
      return fresh;
    },
    mostRunning: () => most,
  };
}
