/** Gathers frames and log lines of a step, so that they travel in a few messages. */
import type { CapturedChunk } from '@framefarm/render';
import type { FromLane } from './messages.js';

type WithoutId<M> = M extends { readonly id: number } ? Omit<M, 'id'> : never;
export type StepMessage = WithoutId<FromLane>;

/** Time between two messages, ms. */
const SEND_EVERY_MS = 200;
/** Lines kept between two messages; a page may print without end. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 2_000;

export class ProgressReport {
  #frames: Record<number, number> = {};
  #captured = 0;
  #lines: string[] = [];
  #changed = false;
  #chunkBegan = performance.now();
  readonly #timer: NodeJS.Timeout;

  /** Frames of the whole step; set before the first. */
  expected = 0;

  constructor(private readonly send: (message: StepMessage) => void) {
    this.#timer = setInterval(() => this.#flush(), SEND_EVERY_MS);
  }

  frame(chunk: number): void {
    this.#captured += 1;
    this.#frames[chunk] = (this.#frames[chunk] ?? 0) + 1;
    this.#changed = true;
    if (this.#captured === 1) this.#chunkBegan = performance.now();
    // From the first frame to the last one a silence is a stall, so both are told at once.
    if (this.#captured === 1 || this.#captured === this.expected) this.#flush();
  }

  chunk(chunk: CapturedChunk): void {
    this.#flush();
    const now = performance.now();
    this.send({ type: 'chunk', chunk, ms: Math.round(now - this.#chunkBegan) });
    this.#chunkBegan = now;
  }

  line(line: string): void {
    if (this.#lines.length < MOST_LINES) this.#lines.push(line.slice(0, MOST_CHARACTERS));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#flush();
  }

  #flush(): void {
    if (this.#changed) {
      this.send({ type: 'frames', frames: { ...this.#frames }, more: this.#captured < this.expected });
    }
    if (this.#lines.length > 0) this.send({ type: 'log', lines: this.#lines });
    this.#changed = false;
    this.#lines = [];
  }
}
