/** Where one row of a running batch stands. */
import type { FramefarmError } from '@framefarm/contract';

/**
 * `idle`: nothing has begun. `waiting`: an earlier row makes the same output. `preparing`: a render without its turn
 * yet. `ready`: it waits for its turn to capture. `capturing`: it has it. `finishing`: captured, and being assembled, or
 * being copied. `settled`: done one way or the other.
 */
export type RowStage = 'idle' | 'waiting' | 'preparing' | 'ready' | 'capturing' | 'finishing' | 'settled';

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
  /** Gives the render its turn. */
  grant: (() => void) | null = null;
  /** Milliseconds in which the row did its own work. */
  workedMs = 0;
  #since: number | null = null;

  constructor(
    readonly index: number,
    readonly inputDigest: string,
  ) {}

  /** The row's own work goes on; the clock stops while it waits for another row. */
  work(): void {
    this.#since ??= performance.now();
  }

  rest(): void {
    if (this.#since !== null) this.workedMs += performance.now() - this.#since;
    this.#since = null;
  }
}
