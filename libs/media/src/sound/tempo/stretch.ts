/**
 * A source at another tempo with its pitch (composition-format 9: `data-playback-rate`): pieces of it follow each other at another pace,
 * each where it goes on as the one before would have, and blend (WSOLA). Where a sound sets in, it sets in at its time: from there on
 * the source is taken up anew (docs/decisions/tempo-is-changed-in-process.md).
 */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import { mostAlike } from './likeness.js';
import { OnsetFinder } from './onsets.js';
import { type SampleSource, SourceWindow } from './source-window.js';

/** Half a piece, 20 ms: the blend of two. Two swings of 100 Hz. */
const HALF = SAMPLE_RATE / 50;
/** So far from its exact place a piece may be taken, 12 ms: a whole swing of 42 Hz to choose from. */
const SEARCH = (SAMPLE_RATE * 3) / 250;
/** An onset sooner after another one belongs to it: a stretch holds a piece at least. */
const LEAST_STRETCH = 2 * HALF;
/** What sets in louder within 10 ms is what sets in: before it an encoder leaves a breath. */
const BREATH = SAMPLE_RATE / 100;

export class Stretch implements SampleSource {
  readonly #window: SourceWindow;
  readonly #rate: number;
  readonly #onsets = new OnsetFinder();
  /** The onset that the stretch under way begins with, a frame of the source. */
  #from = 0;
  /** The onset after it, as soon as it is known. */
  #next: number | null = null;
  /** Middle of the piece that fades out next, a frame of the source, and how many of the stretch were blended. */
  #middle = 0;
  #pieces = 0;
  /** Frames made. */
  #made = 0;
  #rest: Float32Array = new Float32Array(0);

  /** @param rate 0.1 to 10 */
  constructor(source: SampleSource, rate: number) {
    this.#window = new SourceWindow(source);
    this.#rate = rate;
  }

  async read(frames: number): Promise<Float32Array> {
    const out = new Float32Array(frames * CHANNELS);
    let filled = 0;
    while (filled < out.length) {
      if (this.#rest.length === 0) this.#rest = await this.#blend();
      if (this.#rest.length === 0) return out.slice(0, filled);
      const part = this.#rest.subarray(0, out.length - filled);
      out.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return out;
  }

  close(): Promise<void> {
    return this.#window.close();
  }

  /** What is heard next, half a piece or less; nothing at the end. */
  async #blend(): Promise<Float32Array> {
    for (;;) {
      const stretch = this.#from;
      const out = await this.#piece();
      // Between two onsets in a quarter of a sample there is nothing to hear.
      if (out.length > 0 || stretch === this.#from) return out;
    }
  }

  async #piece(): Promise<Float32Array> {
    const exact = Math.round(this.#from + this.#rate * (this.#pieces + 1) * HALF);
    const ahead = Math.max(exact, this.#from + HALF) + 2 * SEARCH + HALF;
    await this.#window.reach(ahead + BREATH);
    this.#look(ahead);
    const middle = this.#place(exact);
    const out = crossFade(this.#audible(this.#middle), this.#audible(middle - HALF));
    this.#middle = middle;
    this.#pieces += 1;
    return this.#cut(out);
  }

  /** Looks for the next onset, as far as `frame`. */
  #look(frame: number): void {
    const end = (): number => (this.#next === null ? frame : Math.min(frame + BREATH, this.#next + BREATH));
    while (this.#onsets.frame < end()) {
      const at = this.#onsets.next(this.#window.from(this.#onsets.frame), end() - this.#onsets.frame);
      if (at === null) return;
      const isNear = at === this.#from || (at - this.#from < LEAST_STRETCH && !this.#onsets.silent);
      if (this.#next === null && isNear) continue;
      this.#next = at;
      this.#onsets.taken();
    }
  }

  /** Middle of the next piece: near its exact place, within the stretch, and such that it goes on from the one before. */
  #place(exact: number): number {
    const least = this.#from + HALF;
    const most = Math.max(least, (this.#next ?? this.#window.length ?? Number.POSITIVE_INFINITY) - HALF);
    const low = Math.max(least, Math.min(exact - SEARCH, most - 2 * SEARCH));
    const high = Math.min(most, Math.max(exact + SEARCH, least + 2 * SEARCH));
    return (
      low +
      mostAlike({
        wanted: this.#window.from(this.#middle),
        among: this.#window.from(low - HALF),
        frames: HALF,
        places: high - low + 1,
        nearest: Math.min(high, Math.max(low, exact)) - low,
      })
    );
  }

  /** Half a piece from a frame of the source on, without what belongs to the next stretch. */
  #audible(from: number): Float32Array {
    const half = this.#window.from(from).subarray(0, HALF * CHANNELS);
    if (this.#next === null || this.#next - from >= HALF) return half;
    return half.slice().fill(0, Math.max(0, this.#next - from) * CHANNELS);
  }

  /** Ends a stretch where the next onset is heard, and all where the source is over. */
  #cut(blended: Float32Array): Float32Array {
    const end = this.#next ?? this.#window.length;
    const left = end === null ? HALF : Math.round(end / this.#rate) - this.#made;
    const out = left < HALF ? blended.slice(0, Math.max(0, left) * CHANNELS) : blended;
    this.#made += out.length / CHANNELS;
    if (this.#next !== null && left <= HALF) {
      this.#from = this.#next;
      this.#middle = this.#next;
      this.#next = null;
      this.#pieces = 0;
    }
    // Near the end of a stretch a piece may be taken from somewhat before the one that fades out.
    this.#window.release(Math.max(0, Math.min(this.#middle, this.#onsets.frame) - 4 * HALF));
    return out;
  }
}

/** The first half a piece of one fades out while that of another fades in. */
function crossFade(falling: Float32Array, rising: Float32Array): Float32Array {
  const out = new Float32Array(HALF * CHANNELS);
  for (let index = 0; index < out.length; index += 1) {
    const rise = RISE[index >> 1] as number;
    out[index] = (falling[index] as number) * (1 - rise) + (rising[index] as number) * rise;
  }
  return out;
}

/** Half a cosine: like pieces blend without a dip. */
const RISE = Float64Array.from({ length: HALF }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / HALF));
