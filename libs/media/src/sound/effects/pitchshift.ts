/**
 * Another pitch at the same tempo (composition-format 9.3). Short overlapping grains of the sound are played faster or
 * slower, each where it belongs in time; within a small range each grain is moved to where it continues the wave of
 * the one before, so that tones stay whole.
 */
import { CHANNELS } from '../decode-args.js';
import type { ConstantReader, Effect } from './effect.js';
import { lowpassKernel } from './kernel.js';

/** Frames from grain to grain: 20 ms. Grains are twice as long and fade into each other. */
const HOP = 960;
/** Farthest a grain is moved: 10 ms, half a period of 50 Hz. */
const REACH = 480;
/** Side lobes of the interpolation on either side, at most (twice as many frames when an octave is taken away). */
const LOBES = 16;
const PHASES = 256;
const RING = 16_384;
const MASK = RING - 1;

export function pitchshift(parameter: ConstantReader): Effect {
  const semitones = parameter('semitones');
  const mix = parameter('mix');
  if (semitones === 0) return { latencyFrames: 0, process: () => {} };
  const rate = 2 ** (semitones / 12);
  const shift = new Shift(rate);
  const { latencyFrames } = shift;
  return {
    latencyFrames,
    process: (samples) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        shift.push(samples[at] as number, samples[at + 1] as number);
        for (let channel = 0; channel < CHANNELS; channel += 1) {
          samples[at + channel] = shift.dry(channel) * (1 - mix) + shift.wet(channel) * mix;
        }
        shift.step();
      }
    },
  };
}

class Shift {
  readonly latencyFrames: number;
  readonly #rate: number;
  readonly #half: number;
  readonly #kernel: Float64Array;
  readonly #sides = Array.from({ length: CHANNELS }, () => new Float64Array(RING));
  readonly #sum = new Float64Array(RING);
  /** Index of the next input frame; the output lies `latencyFrames` before the last. */
  #input = 0;
  #output: number;
  /** Input positions of the fading and the rising grain at the start of the hop. */
  #fading: number;
  #rising: number;

  constructor(rate: number) {
    this.#rate = rate;
    this.#half = Math.ceil(LOBES * Math.max(1, rate));
    this.latencyFrames = Math.ceil(HOP * (1 + rate)) + REACH + this.#half + 2;
    this.#output = -this.latencyFrames;
    this.#kernel = kernelTable(this.#half, 0.5 * Math.min(1, 1 / rate) * 0.95);
    this.#rising = this.#nominal(-HOP);
    this.#fading = this.#rising;
  }

  push(left: number, right: number): void {
    const at = this.#input & MASK;
    const [first, second] = this.#sides as [Float64Array, Float64Array];
    first[at] = left;
    second[at] = right;
    this.#sum[at] = left + right;
    this.#input += 1;
    if (this.#output >= 0 && this.#output % HOP === 0) this.#nextGrain();
  }

  step(): void {
    this.#output += 1;
  }

  dry(channel: number): number {
    return this.#output < 0 ? 0 : ((this.#sides[channel] as Float64Array)[this.#output & MASK] as number);
  }

  wet(channel: number): number {
    if (this.#output < 0) return 0;
    const within = this.#output % HOP;
    const rise = (1 - Math.cos((Math.PI * within) / HOP)) / 2;
    const side = this.#sides[channel] as Float64Array;
    const old = this.#read(side, this.#fading + this.#rate * within);
    const fresh = this.#read(side, this.#rising + this.#rate * within);
    return old * (1 - rise) + fresh * rise;
  }

  /** Where the grain that begins at output frame `start` begins in the input, so that their middles coincide. */
  #nominal(start: number): number {
    return start + HOP - this.#rate * HOP;
  }

  #nextGrain(): void {
    this.#fading = this.#rising + this.#rate * HOP;
    const nominal = this.#nominal(this.#output);
    this.#rising = nominal + this.#bestOffset(nominal);
  }

  /** The offset at which the new grain looks most like what the fading one goes on to play. */
  #bestOffset(nominal: number): number {
    let best = this.#search(nominal, 0, REACH, 4);
    best = this.#search(nominal, best, 3, 1);
    return best;
  }

  #search(nominal: number, around: number, reach: number, step: number): number {
    let best = around;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let offset = Math.max(-REACH, around - reach); offset <= Math.min(REACH, around + reach); offset += step) {
      let product = 0;
      let energy = 1e-12;
      for (let frame = 0; frame < HOP; frame += 4) {
        const wanted = this.#sum[Math.round(this.#fading + this.#rate * frame) & MASK] as number;
        const found = this.#sum[Math.round(nominal + offset + this.#rate * frame) & MASK] as number;
        product += wanted * found;
        energy += found * found;
      }
      const score = product / Math.sqrt(energy);
      // Of equal offsets the smallest: silence and steady sound are not moved.
      if (score > bestScore + 1e-9 || (score > bestScore - 1e-9 && Math.abs(offset) < Math.abs(best))) {
        best = offset;
        bestScore = score;
      }
    }
    return best;
  }

  #read(side: Float64Array, position: number): number {
    const whole = Math.floor(position);
    const phase = Math.round((position - whole) * PHASES);
    const width = 2 * this.#half;
    let sum = 0;
    for (let tap = 0, at = whole - this.#half + 1, from = phase * width; tap < width; tap += 1) {
      sum += (side[(at + tap) & MASK] as number) * (this.#kernel[from + tap] as number);
    }
    return sum;
  }
}

/** Taps for each fraction of a frame; with fewer cycles per sample than 0.5 what would fold back is removed. */
function kernelTable(half: number, cutoff: number): Float64Array {
  const width = 2 * half;
  const table = new Float64Array((PHASES + 1) * width);
  for (let phase = 0; phase <= PHASES; phase += 1) {
    const row = table.subarray(phase * width, (phase + 1) * width);
    row.forEach((_, tap) => {
      row[tap] = lowpassKernel(tap - half + 1 - phase / PHASES, cutoff, half);
    });
    const sum = row.reduce((total, value) => total + value, 0);
    row.forEach((value, tap) => {
      row[tap] = value / sum;
    });
  }
  return table;
}
