/** The compositor frames of all pages of one browser: one at a time, at times that only grow (performance 3.2). */

/** Length of a compositor frame as told to the browser, ms. It has no influence on pictures: the page's clock is virtual. */
export const INTERVAL_MS = 1000 / 60;
/** Time of the first one, ms. */
const FIRST_MS = 1_000;

export class FrameTurns {
  #ticksMs = FIRST_MS;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Asks for a frame when no page waits for one any more: two at a time end the process that draws for both. `ask` is told the
   * frame's time in ms; pages that share a process share its clock, so no page is told a time before another's.
   */
  take<T>(ask: (ticksMs: number) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      this.#ticksMs += INTERVAL_MS;
      return ask(this.#ticksMs);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}
