/** Notices that a lane stands still: no sign of life, or no frame while it captures (farm-practice 4, class stuck). */
import type { LaneWork } from './messages.js';

/** Longest time without a sign of life, or between two frames, ms. */
const STILL_MS = 30_000;

export class Stillness {
  #alive = performance.now();
  /** Null while frames are not to be expected: a page that opens has deadlines of its own. */
  #frame: number | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(
    readonly kind: LaneWork['kind'],
    private readonly onStill: (what: string) => void,
  ) {
    this.#timer = setInterval(() => this.#look(), 1_000);
  }

  alive(): void {
    this.#alive = performance.now();
  }

  /** Frames were captured; without `more` to come the encoder may take its time. */
  frame(more: boolean): void {
    this.#frame = more ? performance.now() : null;
    this.alive();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    const seconds = STILL_MS / 1000;
    if (now - this.#alive > STILL_MS) this.#still(`a lane gave no sign of life for ${seconds} s`);
    else if (this.#frame !== null && now - this.#frame > STILL_MS)
      this.#still(`no frame was captured for ${seconds} s`);
  }

  #still(what: string): void {
    this.stop();
    this.onStill(what);
  }
}
