/** A delay line read at times between samples, for the effects that move their delay. */

/** One channel. Third-order interpolation: a straight line between samples would dull the highs as the delay moves. */
export class ModulatedLine {
  readonly #values: Float64Array;
  readonly #mask: number;
  #head = 0;

  /** Holds delays up to `frames`. */
  constructor(frames: number) {
    const size = 2 ** Math.ceil(Math.log2(frames + 4));
    this.#values = new Float64Array(size);
    this.#mask = size - 1;
  }

  push(value: number): void {
    this.#head = (this.#head + 1) & this.#mask;
    this.#values[this.#head] = value;
  }

  /** What was pushed `back` frames before the last push; at least 1. */
  read(back: number): number {
    const [values, mask] = [this.#values, this.#mask];
    const whole = Math.floor(back);
    const part = back - whole;
    const at = this.#head - whole;
    const [p0, p1] = [values[(at + 1) & mask] as number, values[at & mask] as number];
    const [p2, p3] = [values[(at - 1) & mask] as number, values[(at - 2) & mask] as number];
    const linear = (p2 - p0) / 2;
    const square = p0 - 2.5 * p1 + 2 * p2 - p3 / 2;
    const cube = (p3 - p0) / 2 + 1.5 * (p1 - p2);
    return ((cube * part + square) * part + linear) * part + p1;
  }
}

/** The phase of a slow oscillator, 0 to 1; its speed may change from sample to sample. */
export class Phase {
  #at = 0;

  /** The phase now; then time goes on by one sample at `hertz`. */
  next(hertz: number, sampleRate: number): number {
    const now = this.#at;
    this.#at = (now + hertz / sampleRate) % 1;
    return now;
  }
}
