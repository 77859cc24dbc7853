/** Which bands of raw pictures differ from those of the picture before (docs/decisions/prores-in-bands.md). */
import { BAND_LINES, bandCount } from '../prores/bands.js';

export interface ChangedBands {
  /** From the top, from 0. */
  readonly bands: readonly number[];
  /** Their pixels in this order, all of the size of a whole band; parts of the picture where they can be. */
  readonly parts: readonly Buffer[];
}

/** Looks at pictures of one size in order. */
export class BandWatch {
  readonly #lineBytes: number;
  readonly #count: number;
  /** The picture before. */
  #before: Buffer | null = null;

  /** @param pixelBytes of one pixel */
  constructor(width: number, height: number, pixelBytes: number) {
    this.#lineBytes = width * pixelBytes;
    this.#count = bandCount(height);
  }

  /** The bands that have changed, all of the first picture. What it returns is part of `picture`, which it does not keep. */
  changed(picture: Buffer): ChangedBands {
    const bytes = BAND_LINES * this.#lineBytes;
    const before = this.#before;
    const bands: number[] = [];
    /** Bands that follow each other go together. */
    const runs: { start: number; end: number }[] = [];
    for (let band = 0; band < this.#count; band += 1) {
      const start = band * bytes;
      const end = Math.min(start + bytes, picture.length);
      if (before !== null && before.compare(picture, start, end, start, end) === 0) continue;
      bands.push(band);
      const last = runs.at(-1);
      if (last?.end === start) last.end = end;
      else runs.push({ start, end });
    }
    if (before === null) this.#before = Buffer.from(picture);
    else for (const { start, end } of runs) picture.copy(before, start, start, end);
    const parts = runs.map(({ start, end }) => picture.subarray(start, end));
    if (bands.at(-1) === this.#count - 1) parts.push(...this.#below(picture, bytes));
    return { bands, parts };
  }

  /** What the last band lacks: its last line again, as encoders do. */
  #below(picture: Buffer, bandBytes: number): Buffer[] {
    const missing = this.#count * bandBytes - picture.length;
    if (missing === 0) return [];
    const line = picture.subarray(picture.length - this.#lineBytes);
    return Array.from({ length: missing / this.#lineBytes }, () => line);
  }
}
