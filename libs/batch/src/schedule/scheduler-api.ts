/** What the scheduler of rows is given, and what it calls. */
import type { FramefarmError } from '@framefarm/contract';
import type { CaptureTurn, TurnWish } from '@framefarm/render';

/** A row takes its turn to capture. */
export type Turn = (wish: TurnWish, signal: AbortSignal) => Promise<CaptureTurn>;

export interface SchedulerHooks<R> {
  render(index: number, turn: Turn, signal: AbortSignal): Promise<R>;
  /** Makes a row's output from that of a row with the same inputs; any failure makes the row render by itself. */
  copy(from: R, index: number): Promise<R>;
  started(index: number): void;
  completed(index: number, result: R, facts: { readonly workedMs: number; readonly copyOf: number | null }): void;
  failed(index: number, error: FramefarmError, facts: { readonly workedMs: number }): void;
  /** Not started: after the first failure with `failFast`, or after an interruption. */
  skipped(index: number): void;
}

export interface SchedulerOptions<R> {
  /** By row index. */
  readonly inputDigests: readonly string[];
  /** Rows that are done already; they are reported in their turn. */
  readonly done: ReadonlyMap<number, R>;
  /** Rows reported as running at most, 1 or more. */
  readonly concurrency: number;
  /** Lanes that capture at once, of all rows together; at least one for each row that is reported as running. */
  readonly lanes: number;
  readonly failFast: boolean;
  /** Its reason, a FramefarmError, is the failure of every row that was running. */
  readonly signal: AbortSignal;
}
