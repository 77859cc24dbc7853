/** What the dynamic effects share: the level of a stereo sound, and gains that follow a target at given speeds. */
import { SAMPLE_RATE } from '../decode-args.js';

/** Mean power of both sides over the last `frames`, as if silence came before. A full-scale sine has 0.5. */
export class PowerWindow {
  readonly #powers: Float64Array;
  #sum = 0;
  #at = 0;

  constructor(frames: number) {
    this.#powers = new Float64Array(Math.max(1, frames));
  }

  push(left: number, right: number): number {
    const powers = this.#powers;
    const power = (left * left + right * right) / 2;
    this.#sum += power - (powers[this.#at] as number);
    powers[this.#at] = power;
    this.#at += 1;
    if (this.#at === powers.length) {
      this.#at = 0;
      // Added up anew each round, so that rounding never gathers.
      this.#sum = powers.reduce((sum, value) => sum + value, 0);
    }
    return Math.max(0, this.#sum / powers.length);
  }
}

/** Level window for an attack: half of it, 1 to 10 ms, so that the window itself does not slow the attack down. */
export function windowFrames(attackMs: number): number {
  return Math.round((Math.min(10, Math.max(1, attackMs / 2)) * SAMPLE_RATE) / 1000);
}

/**
 * Share of the way to a target that a gain goes per sample so that it is 98 % there after `ms`, the delay of a level
 * window of `frames` included.
 */
export function followShare(ms: number, frames: number): number {
  const seconds = (ms / 1000 - frames / 2 / SAMPLE_RATE) / 4;
  return seconds * SAMPLE_RATE < 1 ? 1 : 1 - Math.exp(-1 / (seconds * SAMPLE_RATE));
}

/** A knee is given as a factor around the threshold (1 is hard); in dB it is this wide. */
export function kneeDecibels(knee: number): number {
  return 20 * Math.log10(knee);
}

/** How far `over` (dB above the corner) has bent away from zero: 0 below the knee, `over` above it, smooth between. */
export function kneed(over: number, knee: number): number {
  if (2 * over <= -knee) return 0;
  if (2 * over >= knee) return over;
  return (over + knee / 2) ** 2 / (2 * knee);
}

/** Decibels of a power, which full scale has as 1; of silence −200. */
export function toDecibels(power: number): number {
  return 10 * Math.log10(Math.max(power, 1e-20));
}

/** What samples are multiplied by for so many decibels. */
export function toFactor(decibels: number): number {
  return Math.exp((decibels * Math.LN10) / 20);
}
