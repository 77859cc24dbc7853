/** Runs a curve at a multiple of the sample rate, so that the overtones it makes do not fold back as false tones. */
import { lowpassKernel } from './kernel.js';

/** Half length of both filters in samples of the input; with it the pass band reaches 19 kHz at 48 kHz. */
const HALF = 24;
/** Cycles per input sample. */
const CUTOFF = 0.448;

/** Frames by which the result is late; none without oversampling. */
export function oversamplingLatency(factor: number): number {
  return factor === 1 ? 0 : 2 * HALF;
}

/** One channel. */
export class Oversampling {
  readonly #factor: number;
  readonly #curve: (value: number) => number;
  readonly #taps: Float64Array;
  // Each history is written twice, so that a filter always reads one unbroken stretch.
  readonly #input = new Float64Array(2 * (2 * HALF + 1));
  readonly #shaped: Float64Array;
  #inputAt = 0;
  #shapedAt = 0;

  constructor(factor: number, curve: (value: number) => number) {
    this.#factor = factor;
    this.#curve = curve;
    const half = HALF * factor;
    this.#taps = Float64Array.from({ length: 2 * half + 1 }, (_, index) =>
      lowpassKernel(index - half, CUTOFF / factor, half),
    );
    this.#shaped = new Float64Array(2 * this.#taps.length);
  }

  next(value: number): number {
    if (this.#factor === 1) return this.#curve(value);
    const inputs = 2 * HALF + 1;
    this.#inputAt = (this.#inputAt + inputs - 1) % inputs;
    this.#input[this.#inputAt] = value;
    this.#input[this.#inputAt + inputs] = value;
    // The newest of the samples between is made last; the one that falls on the input goes into the output.
    let result = 0;
    for (let phase = 0; phase < this.#factor; phase += 1) {
      this.#remember(this.#curve(this.#between(phase)));
      if (phase === 0) result = this.#filtered();
    }
    return result;
  }

  #between(phase: number): number {
    const [taps, factor] = [this.#taps, this.#factor];
    let sum = 0;
    for (let tap = phase, at = this.#inputAt; tap < taps.length; tap += factor, at += 1) {
      sum += (taps[tap] as number) * (this.#input[at] as number);
    }
    return sum * factor;
  }

  #remember(value: number): void {
    const length = this.#taps.length;
    this.#shapedAt = (this.#shapedAt + length - 1) % length;
    this.#shaped[this.#shapedAt] = value;
    this.#shaped[this.#shapedAt + length] = value;
  }

  #filtered(): number {
    const [taps, shaped, from] = [this.#taps, this.#shaped, this.#shapedAt];
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap += 1) sum += (taps[tap] as number) * (shaped[from + tap] as number);
    return sum;
  }
}
