/**
 * The limiter of composition-format 9.3: no sample passes `limit`. It looks `attack` ahead, so the gain is down before
 * the peak arrives and the wave is not clipped; both sides share one gain.
 */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import type { ConstantReader, Effect } from './effect.js';
import { followShare, toFactor } from './level.js';

export function limiter(parameter: ConstantReader): Effect {
  const limit = toFactor(parameter('limit'));
  const ahead = Math.max(1, Math.round((parameter('attack') * SAMPLE_RATE) / 1000));
  const release = followShare(parameter('release'), 0);
  const out = toFactor(parameter('level_out'));
  const lowest = new SlidingMinimum(ahead + 1);
  const smooth = new SlidingMean(ahead + 1);
  const line = new Float32Array(ahead * CHANNELS);
  let head = 0;
  let held = 1;
  return {
    latencyFrames: ahead,
    process: (samples) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const [left, right] = [samples[at] as number, samples[at + 1] as number];
        const peak = Math.max(Math.abs(left), Math.abs(right));
        const needed = lowest.push(peak > limit ? limit / peak : 1);
        held = needed < held ? needed : held + (needed - held) * release;
        // The mean of gains that all suit the sample which leaves now suits it too.
        const factor = smooth.push(held);
        for (let channel = 0; channel < CHANNELS; channel += 1) {
          const slot = head * CHANNELS + channel;
          const value = (line[slot] as number) * factor;
          line[slot] = samples[at + channel] as number;
          samples[at + channel] = Math.min(limit, Math.max(-limit, value)) * out;
        }
        head = (head + 1) % ahead;
      }
    },
  };
}

/** The smallest of the last `size` values, in constant time each: values that a later smaller one covers are dropped. */
class SlidingMinimum {
  readonly #size: number;
  readonly #values: Float64Array;
  readonly #times: Float64Array;
  #first = 0;
  #count = 0;
  #now = 0;

  constructor(size: number) {
    this.#size = size;
    this.#values = new Float64Array(size);
    this.#times = new Float64Array(size);
  }

  push(value: number): number {
    const [values, times, size] = [this.#values, this.#times, this.#size];
    if (this.#count > 0 && (times[this.#first] as number) <= this.#now - size) {
      this.#first = (this.#first + 1) % size;
      this.#count -= 1;
    }
    while (this.#count > 0 && (values[(this.#first + this.#count - 1) % size] as number) >= value) this.#count -= 1;
    const slot = (this.#first + this.#count) % size;
    values[slot] = value;
    times[slot] = this.#now;
    this.#count += 1;
    this.#now += 1;
    return values[this.#first] as number;
  }
}

/** Mean of the last `size` gains, before the first of them 1. */
class SlidingMean {
  readonly #values: Float64Array;
  #sum: number;
  #at = 0;

  constructor(size: number) {
    this.#values = new Float64Array(size).fill(1);
    this.#sum = size;
  }

  push(value: number): number {
    const values = this.#values;
    this.#sum += value - (values[this.#at] as number);
    values[this.#at] = value;
    this.#at += 1;
    if (this.#at === values.length) {
      this.#at = 0;
      this.#sum = values.reduce((sum, one) => sum + one, 0);
    }
    return this.#sum / values.length;
  }
}
