/**
 * Arithmetic coding (CABAC) of nothing but skipped macroblocks (ITU-T H.264, 9.3.4). Of the whole machine this needs one
 * context and two kinds of symbol: "skipped", here always the likelier one, and "the slice goes on".
 */
import { BitWriter } from './bits.js';

/** Initial values of `mb_skip_flag`, context 11, in P slices with `cabac_init_idc` 0 (table 9-13). */
const SKIP_SLOPE = 23;
const SKIP_OFFSET = 33;
/** Range of the less likely symbol in the states 0 to 62, by quarter of the current range (table 9-44). */
const LESS_LIKELY: readonly (readonly [number, number, number, number])[] = [
  [128, 176, 208, 240],
  [128, 167, 197, 227],
  [128, 158, 187, 216],
  [123, 150, 178, 205],
  [116, 142, 169, 195],
  [111, 135, 160, 185],
  [105, 128, 152, 175],
  [100, 122, 144, 166],
  [95, 116, 137, 158],
  [90, 110, 130, 150],
  [85, 104, 123, 142],
  [81, 99, 117, 135],
  [77, 94, 111, 128],
  [73, 89, 105, 122],
  [69, 85, 100, 116],
  [66, 80, 95, 110],
  [62, 76, 90, 104],
  [59, 72, 86, 99],
  [56, 69, 81, 94],
  [53, 65, 77, 89],
  [51, 62, 73, 85],
  [48, 59, 69, 80],
  [46, 56, 66, 76],
  [43, 53, 63, 72],
  [41, 50, 59, 69],
  [39, 48, 56, 65],
  [37, 45, 54, 62],
  [35, 43, 51, 59],
  [33, 41, 48, 56],
  [32, 39, 46, 53],
  [30, 37, 43, 50],
  [29, 35, 41, 48],
  [27, 33, 39, 45],
  [26, 31, 37, 43],
  [24, 30, 35, 41],
  [23, 28, 33, 39],
  [22, 27, 32, 37],
  [21, 26, 30, 35],
  [20, 24, 29, 33],
  [19, 23, 27, 31],
  [18, 22, 26, 30],
  [17, 21, 25, 28],
  [16, 20, 23, 27],
  [15, 19, 22, 25],
  [14, 18, 21, 24],
  [14, 17, 20, 23],
  [13, 16, 19, 22],
  [12, 15, 18, 21],
  [12, 14, 17, 20],
  [11, 14, 16, 19],
  [11, 13, 15, 18],
  [10, 12, 15, 17],
  [10, 12, 14, 16],
  [9, 11, 13, 15],
  [9, 11, 12, 14],
  [8, 10, 12, 14],
  [8, 9, 11, 13],
  [7, 9, 11, 12],
  [7, 9, 10, 12],
  [7, 8, 10, 11],
  [6, 8, 9, 11],
  [6, 7, 9, 10],
  [6, 7, 8, 9],
];
const HIGHEST_STATE = 62;

/** At the coarsest quantiser "skipped" begins as the likelier symbol. Nothing is coded for which it matters otherwise. */
export const SKIP_QP = 51;

const known = new Map<number, Uint8Array>();

/** The data of a slice of `count` skipped macroblocks with the bit that ends it, in whole bytes; at quantiser `SKIP_QP`. */
export function skippedByArithmetic(count: number): Uint8Array {
  const data = known.get(count) ?? encode(count);
  known.set(count, data);
  return data;
}

function encode(count: number): Uint8Array {
  const encoder = new Encoder();
  let state = ((SKIP_SLOPE * SKIP_QP) >> 4) + SKIP_OFFSET - 64;
  for (let index = 1; index <= count; index += 1) {
    encoder.likely(state);
    state = Math.min(HIGHEST_STATE, state + 1);
    encoder.ends(index === count);
  }
  return encoder.bytes();
}

class Encoder {
  readonly #writer = new BitWriter();
  #low = 0;
  #range = 510;
  #first = true;
  #outstanding = 0;

  likely(state: number): void {
    this.#range -= this.#lessLikelyRange(state);
    this.#renormalise();
  }

  /** `end_of_slice_flag`; the end flushes. */
  ends(end: boolean): void {
    this.#range -= 2;
    if (!end) {
      this.#renormalise();
      return;
    }
    this.#low += this.#range;
    this.#range = 2;
    this.#renormalise();
    this.#put((this.#low >> 9) & 1);
    // The last of these two bits is the one that ends the slice's data.
    this.#writer.bits(((this.#low >> 7) & 3) | 1, 2);
  }

  bytes(): Uint8Array {
    return this.#writer.bytes();
  }

  #lessLikelyRange(state: number): number {
    return LESS_LIKELY[state]?.[(this.#range >> 6) & 3] ?? 2;
  }

  #renormalise(): void {
    while (this.#range < 256) {
      if (this.#low < 256) this.#put(0);
      else if (this.#low >= 512) {
        this.#low -= 512;
        this.#put(1);
      } else {
        this.#low -= 256;
        this.#outstanding += 1;
      }
      this.#range <<= 1;
      this.#low <<= 1;
    }
  }

  #put(bit: number): void {
    if (this.#first) this.#first = false;
    else this.#writer.bit(bit);
    for (; this.#outstanding > 0; this.#outstanding -= 1) this.#writer.bit(1 - bit);
  }
}
