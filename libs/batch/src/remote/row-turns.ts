/**
 * Which rows are reported as running. A farm begins the next row when one has been rendered; here that one is still being
 * fetched, so what the next one does waits for its turn. Pure.
 */
export class RowTurns {
  readonly #running = new Set<number>();
  /** Rows that have begun and are not reported yet, in their order. */
  readonly #waiting = new Map<number, () => void>();
  /** Ends of rows that wait. */
  readonly #ends = new Map<number, () => void>();

  /** `atOnce`: rows reported as running at once, 1 or more. */
  constructor(private readonly atOnce: number) {}

  /** Calls `start` when it is the row's turn, which may be now. */
  begin(index: number, start: () => void): void {
    this.#waiting.set(index, start);
    this.#next();
  }

  /** Calls `end`, for a row that waits right after its start. */
  end(index: number, end: () => void): void {
    if (this.#waiting.has(index)) {
      this.#ends.set(index, end);
      return;
    }
    end();
    this.#running.delete(index);
    this.#next();
  }

  /** True for a row whose end waits to be reported. */
  hasEnded(index: number): boolean {
    return this.#ends.has(index);
  }

  #next(): void {
    for (const [index, start] of this.#waiting) {
      if (this.#running.size >= this.atOnce) return;
      this.#waiting.delete(index);
      start();
      const end = this.#ends.get(index);
      this.#ends.delete(index);
      if (end === undefined) this.#running.add(index);
      else end();
    }
  }
}
