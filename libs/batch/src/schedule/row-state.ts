/** Where one row of a running batch stands. */
import type { FramefarmError } from '@framefarm/contract';

/**
 * `idle`: nothing has begun. `waiting`: an earlier row makes the same output. `preparing`: a render without its turn
 * yet. `ready`: it waits for its turn to capture. `capturing`: it has it. `captured`: it waits to be reported before its
 * output is made. `finishing`: being assembled, or being copied. `settled`: done one way or the other.
 */
export type RowStage = 'idle' | 'waiting' | 'preparing' | 'ready' | 'capturing' | 'captured' | 'finishing' | 'settled';

export type RowOutcome<R> =
  | { readonly ok: true; readonly result: R; readonly copyOf: number | null }
  | { readonly ok: false; readonly error: FramefarmError };

export class RowState<R> {
  stage: RowStage = 'idle';
  /** True once the row has been reported as started: it then has one of the reporting places. */
  reported = false;
  outcome: RowOutcome<R> | null = null;
  /** Done by an earlier run of the batch. */
  earlier = false;
  /** Ends the row's render; null while there is none. */
  abort: AbortController | null = null;
  /** Lanes it can use; known once it is ready. */
  wish = 0;
  /** Lanes it has. */
  lanes = 0;
  /** Each gives it one lane, the first one with its turn; in the order in which they were asked for. */
  readonly asks: (() => void)[] = [];
  /** Called when it has been reported. */
  readonly untold: (() => void)[] = [];
  /** Milliseconds in which the row did its own work. */
  workedMs = 0;
  #since: number | null = null;

  constructor(
    readonly index: number,
    readonly inputDigest: string,
  ) {}

  /** Lanes that it has and waits for, null while it gets ready. */
  get demand(): number | null {
    if (this.stage === 'preparing') return null;
    return this.stage === 'ready' ? this.wish : this.lanes + this.asks.length;
  }

  /** The row's own work goes on; the clock stops while it waits for another row. */
  work(): void {
    this.#since ??= performance.now();
  }

  rest(): void {
    if (this.#since !== null) this.workedMs += performance.now() - this.#since;
    this.#since = null;
  }
}
