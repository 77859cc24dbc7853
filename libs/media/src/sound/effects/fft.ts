/** The discrete Fourier transform of a power of two of complex values, in place. */

export class Fft {
  readonly #size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #swap: Uint32Array;

  constructor(size: number) {
    this.#size = size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, k) => Math.sin((2 * Math.PI * k) / size));
    const bits = Math.log2(size);
    this.#swap = Uint32Array.from({ length: size }, (_, index) => {
      let mirrored = 0;
      for (let bit = 0; bit < bits; bit += 1) mirrored |= ((index >> bit) & 1) << (bits - 1 - bit);
      return mirrored;
    });
  }

  forward(re: Float64Array, im: Float64Array): void {
    this.#transform(re, im);
  }

  /** The inverse, scaled so that it undoes `forward`. */
  inverse(re: Float64Array, im: Float64Array): void {
    // The inverse of a transform is the transform with both parts exchanged.
    this.#transform(im, re);
    for (let at = 0; at < this.#size; at += 1) {
      re[at] = (re[at] as number) / this.#size;
      im[at] = (im[at] as number) / this.#size;
    }
  }

  #transform(re: Float64Array, im: Float64Array): void {
    this.#reorder(re, im);
    for (let half = 1; half < this.#size; half *= 2) {
      const stride = this.#size / (2 * half);
      for (let k = 0; k < half; k += 1) {
        const cos = this.#cos[k * stride] as number;
        const sin = this.#sin[k * stride] as number;
        for (let low = k; low < this.#size; low += 2 * half) {
          const high = low + half;
          const [a, b] = [re[high] as number, im[high] as number];
          const turnedRe = a * cos + b * sin;
          const turnedIm = b * cos - a * sin;
          const [lowRe, lowIm] = [re[low] as number, im[low] as number];
          re[high] = lowRe - turnedRe;
          im[high] = lowIm - turnedIm;
          re[low] = lowRe + turnedRe;
          im[low] = lowIm + turnedIm;
        }
      }
    }
  }

  #reorder(re: Float64Array, im: Float64Array): void {
    for (let at = 0; at < this.#size; at += 1) {
      const other = this.#swap[at] as number;
      if (other <= at) continue;
      const [a, b] = [re[at] as number, im[at] as number];
      re[at] = re[other] as number;
      im[at] = im[other] as number;
      re[other] = a;
      im[other] = b;
    }
  }
}
