/**
 * The compositor frames of all pages of one browser: one at a time, at times that only grow (performance 3.2). A frame of which a
 * picture is taken lasts many times as long as one that steps a page on, so a page beside a run takes its turn when the run has
 * stepped ahead: what was recorded meanwhile is drawn while the run waits.
 */

/** Length of a compositor frame as told to the browser, ms. It has no influence on pictures: the page's clock is virtual. */
export const INTERVAL_MS = 1000 / 60;
/** Time of the first one, ms. */
const FIRST_MS = 1_000;
/** Longest a page beside waits for a run to be ahead, ms: one whose pictures are not taken by its encoder steps no further. */
const AHEAD_MS = 60;

/** Turns as one page takes them. */
export interface Turns {
  /**
   * Asks for a frame when no page waits for one any more: two at a time end the process that draws for both. `ask` is told the
   * frame's time in ms; pages that share a process share its clock, so no page is told a time before another's. One that is `brief`
   * lasts no longer than those of a run, which need not be ahead for it.
   */
  take<T>(ask: (ticksMs: number) => Promise<T>, brief?: boolean): Promise<T>;
  /** A run of frames begins; to be called when it ends. */
  run(): () => void;
  /** Whether a page beside the run waits until it is {@link ahead}. */
  readonly awaited: boolean;
  /** The run has stepped as far ahead of its pictures as it does. */
  ahead(): void;
  /** Turns of a page beside this one. It takes single frames and nobody waits for its runs. */
  beside(): Turns;
}

export class FrameTurns implements Turns {
  #ticksMs = FIRST_MS;
  #last: Promise<unknown> = Promise.resolve();
  #runs = 0;
  /** Of pages beside that wait until a run is ahead. */
  readonly #waiting = new Set<() => void>();

  take<T>(ask: (ticksMs: number) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      this.#ticksMs += INTERVAL_MS;
      return ask(this.#ticksMs);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  run(): () => void {
    this.#runs += 1;
    return () => {
      this.#runs -= 1;
      this.ahead();
    };
  }

  get awaited(): boolean {
    return this.#waiting.size > 0;
  }

  ahead(): void {
    for (const wake of this.#waiting) wake();
  }

  beside(): Turns {
    const turns: Turns = {
      take: async (ask, brief = false) => {
        if (this.#runs > 0 && !brief) await this.#untilAhead();
        return this.take(ask);
      },
      run: () => () => {},
      awaited: false,
      ahead: () => {},
      beside: () => turns,
    };
    return turns;
  }

  #untilAhead(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, AHEAD_MS);
      this.#waiting.add(wake);
    });
  }
}
