/** Where a sound sets in: a hit, a word after a pause, music after silence. Pure. */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';

/** 1.25 ms. */
const BLOCK = SAMPLE_RATE / 800;
/** 25 ms: longer than half a swing of the lowest tone that is heard, which is no onset. */
const BLOCKS_BEFORE = 20;
/** 12 dB above all that was heard just before. */
const TIMES_LOUDER = 4;
/** -60 dB of full scale; what is more quiet sets in unheard. */
const AUDIBLE = 1e-3;

export class OnsetFinder {
  readonly #before = new Float32Array(BLOCKS_BEFORE);
  #at = 0;
  #inBlock = 0;
  #peak = 0;
  #limit = AUDIBLE;
  #found = false;
  /** Frames seen. */
  frame = 0;
  /** Loudest sample since the last onset that was taken, or since the beginning. */
  loudest = 0;

  /**
   * Looks through `samples`, interleaved, as far as the first onset.
   * @returns its frame, or null where there is none; what lies behind an onset is not looked at
   */
  next(samples: Float32Array, frames: number): number | null {
    for (let index = 0; index < frames; index += 1) {
      const left = Math.abs(samples[index * CHANNELS] as number);
      const right = Math.abs(samples[index * CHANNELS + 1] as number);
      const level = left > right ? left : right;
      if (level > this.#limit && !this.#found) {
        this.#found = true;
        return this.frame;
      }
      this.#take(level);
    }
    return null;
  }

  #take(level: number): void {
    this.frame += 1;
    if (level > this.#peak) this.#peak = level;
    if (level > this.loudest) this.loudest = level;
    this.#inBlock += 1;
    if (this.#inBlock < BLOCK) return;
    this.#before[this.#at] = this.#peak;
    this.#at = (this.#at + 1) % BLOCKS_BEFORE;
    this.#inBlock = 0;
    this.#peak = 0;
    this.#found = false;
    this.#limit = Math.max(AUDIBLE, TIMES_LOUDER * Math.max(...this.#before));
  }

  /** Whether nothing was heard since the last onset that was taken. */
  get silent(): boolean {
    return this.loudest < AUDIBLE;
  }

  /** The onset that was found is taken: what follows belongs to it. */
  taken(): void {
    this.loudest = 0;
  }
}
