/**
 * Convolution of a stereo sound with a long stereo impulse, each side with its own. Done on spectra, block by block
 * (overlap-save, the impulse cut into parts of one block): a direct sum would need 300 000 steps a sample.
 */
import { CHANNELS } from '../decode-args.js';
import { Fft } from './fft.js';

/** Frames of a block, by which the result comes late. */
export const BLOCK_FRAMES = 8192;
const SIZE = 2 * BLOCK_FRAMES;
const BINS = BLOCK_FRAMES + 1;

/** Real and imaginary parts, side after side. */
type Spectrum = readonly [leftRe: Float64Array, leftIm: Float64Array, rightRe: Float64Array, rightIm: Float64Array];

const emptySpectrum = (): Spectrum => [
  new Float64Array(BINS),
  new Float64Array(BINS),
  new Float64Array(BINS),
  new Float64Array(BINS),
];

export class Convolution {
  readonly #fft = new Fft(SIZE);
  readonly #parts: Spectrum[] = [];
  /** Spectra of the blocks heard so far, as many as the impulse has parts; the newest is at `#newest`. */
  readonly #heard: Spectrum[];
  readonly #re = new Float64Array(SIZE);
  readonly #im = new Float64Array(SIZE);
  readonly #previous = new Float64Array(BLOCK_FRAMES * CHANNELS);
  #newest = 0;

  constructor(left: Float64Array, right: Float64Array) {
    for (let from = 0; from < left.length; from += BLOCK_FRAMES) {
      this.#re.fill(0);
      this.#im.fill(0);
      this.#re.set(left.subarray(from, from + BLOCK_FRAMES));
      this.#im.set(right.subarray(from, from + BLOCK_FRAMES));
      const part = emptySpectrum();
      this.#analyse(part);
      this.#parts.push(part);
    }
    this.#heard = this.#parts.map(emptySpectrum);
  }

  /** Replaces a block of `BLOCK_FRAMES` interleaved frames by what is heard of it and of those before. */
  process(block: Float64Array): void {
    const [re, im] = [this.#re, this.#im];
    for (let frame = 0; frame < BLOCK_FRAMES; frame += 1) {
      re[frame] = this.#previous[2 * frame] as number;
      im[frame] = this.#previous[2 * frame + 1] as number;
      re[BLOCK_FRAMES + frame] = block[2 * frame] as number;
      im[BLOCK_FRAMES + frame] = block[2 * frame + 1] as number;
    }
    this.#previous.set(block);
    this.#newest = (this.#newest + this.#heard.length - 1) % this.#heard.length;
    this.#analyse(this.#heard[this.#newest] as Spectrum);
    this.#synthesise(this.#sum());
    for (let frame = 0; frame < BLOCK_FRAMES; frame += 1) {
      block[2 * frame] = re[BLOCK_FRAMES + frame] as number;
      block[2 * frame + 1] = im[BLOCK_FRAMES + frame] as number;
    }
  }

  #sum(): Spectrum {
    const sum = emptySpectrum();
    this.#parts.forEach((part, index) => {
      const heard = this.#heard[(this.#newest + index) % this.#heard.length] as Spectrum;
      addProduct(sum[0], sum[1], heard[0], heard[1], part[0], part[1]);
      addProduct(sum[2], sum[3], heard[2], heard[3], part[2], part[3]);
    });
    return sum;
  }

  /** One transform serves both sides: left as real part, right as imaginary part, told apart by their symmetry. */
  #analyse(spectrum: Spectrum): void {
    const [re, im] = [this.#re, this.#im];
    this.#fft.forward(re, im);
    for (let bin = 0; bin < BINS; bin += 1) {
      const mirror = (SIZE - bin) % SIZE;
      const [a, b] = [re[bin] as number, im[bin] as number];
      const [c, d] = [re[mirror] as number, im[mirror] as number];
      spectrum[0][bin] = (a + c) / 2;
      spectrum[1][bin] = (b - d) / 2;
      spectrum[2][bin] = (b + d) / 2;
      spectrum[3][bin] = (c - a) / 2;
    }
  }

  #synthesise([leftRe, leftIm, rightRe, rightIm]: Spectrum): void {
    const [re, im] = [this.#re, this.#im];
    for (let bin = 0; bin < BINS; bin += 1) {
      const [a, b, c, d] = [leftRe[bin], leftIm[bin], rightRe[bin], rightIm[bin]] as [number, number, number, number];
      re[bin] = a - d;
      im[bin] = b + c;
      if (bin === 0 || bin === BLOCK_FRAMES) continue;
      re[SIZE - bin] = a + d;
      im[SIZE - bin] = c - b;
    }
    this.#fft.inverse(re, im);
  }
}

function addProduct(
  re: Float64Array,
  im: Float64Array,
  aRe: Float64Array,
  aIm: Float64Array,
  bRe: Float64Array,
  bIm: Float64Array,
): void {
  for (let bin = 0; bin < BINS; bin += 1) {
    const [a, b, c, d] = [aRe[bin] as number, aIm[bin] as number, bRe[bin] as number, bIm[bin] as number];
    re[bin] = (re[bin] as number) + a * c - b * d;
    im[bin] = (im[bin] as number) + a * d + b * c;
  }
}
