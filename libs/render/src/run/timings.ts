/** Wall-clock time by phase. */
import type { RenderTimings } from '../api.js';

export class Stopwatch {
  readonly #started = performance.now();
  readonly #phases: { -readonly [K in keyof RenderTimings]: number } = {
    compile: 0,
    launch: 0,
    settle: 0,
    check: 0,
    extract: 0,
    sound: 0,
    capture: 0,
    assemble: 0,
    verify: 0,
    total: 0,
  };

  /** Runs `work` and adds its time to `phase`. */
  async time<T>(phase: Exclude<keyof RenderTimings, 'total'>, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#phases[phase] += performance.now() - started;
    }
  }

  /** Whole milliseconds so far. */
  read(): RenderTimings {
    this.#phases.total = performance.now() - this.#started;
    return Object.fromEntries(
      Object.entries(this.#phases).map(([phase, ms]) => [phase, Math.round(ms)]),
    ) as unknown as RenderTimings;
  }
}
