/** Frames per second over the last ten seconds. Pure. */

const WINDOW_MS = 10_000;

export class FrameRate {
  #counts: { readonly at: number; readonly count: number }[] = [];

  /** `at` in ms of any clock that does not jump. */
  add(count: number, at: number): void {
    this.#counts.push({ at, count });
    this.#forget(at);
  }

  perSecond(at: number): number {
    this.#forget(at);
    return this.#counts.reduce((sum, { count }) => sum + count, 0) / (WINDOW_MS / 1000);
  }

  #forget(at: number): void {
    this.#counts = this.#counts.filter((one) => at - one.at <= WINDOW_MS);
  }
}
