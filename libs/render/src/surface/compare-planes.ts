/** Comparing planes as a surface's worker makes them (`yuv.wat` and `yuva.wat` of the page) with a reference picture. */
import type { RawImage } from '@framefarm/contract';
import { BLOCK, type Difference, isDoubtful, ofAllPixels } from './difference.js';

export type PlanarImage = Extract<RawImage, 'yuv420p' | 'yuva420p'>;

/** Edge of a square of pixels that share a sample of colour. */
const SQUARE = 2;
/** Every second square is compared at first, in both directions: as many pixels as of other pictures. */
const STEP = 4;

/** Places of the sums of a block: of its differences, then of their amounts. */
const [LUMA, BLUE, RED, ALPHA] = [0, 1, 2, 3] as const;
const AMOUNTS: number = 4;

/**
 * As `compare` for planes of limited-range BT.709 4:2:0, against RGBA with straight alpha, which is opaque for `yuv420p`. Width
 * and height are even. All samples count as far as they are opaque, a chroma sample as far as its four pixels are. Limits
 * stay the same: a step of luma is about a step of each colour.
 */
export function comparePlanes(
  planes: Uint8Array,
  reference: Uint8Array,
  width: number,
  height: number,
  image: PlanarImage = 'yuv420p',
): Difference {
  const sums = new Float64Array(2 * AMOUNTS);
  const clear = image === 'yuva420p';
  let [amount, squares, worstBlock] = [0, 0, 0];
  let at = { x: 0, y: 0 };
  for (let top = 0; top < height; top += BLOCK) {
    const bottom = Math.min(top + BLOCK, height);
    for (let left = 0; left < width; left += BLOCK) {
      const right = Math.min(left + BLOCK, width);
      /** Sums up every square at a distance of `step`; returns how many there are. */
      const sumUp = (step: number): number => {
        sums.fill(0);
        for (let y = top; y < bottom; y += step) {
          compareRow(planes, reference, width, height, clear, y, left, right, step, sums);
        }
        return Math.ceil((bottom - top) / step) * Math.ceil((right - left) / step);
      };
      const count = sumUp(STEP);
      squares += count;
      for (let kind = LUMA; kind < AMOUNTS; kind += 1) amount += (sums[AMOUNTS + kind] as number) / samplesOf(kind);
      let block = largest(sums, 0) / count;
      if (isDoubtful(block)) {
        const all = sumUp(SQUARE);
        block = ofAllPixels(largest(sums, 0) / all, largest(sums, AMOUNTS) / all);
      }
      if (block > worstBlock) {
        worstBlock = block;
        at = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
      }
    }
  }
  return { mean: amount / (squares * (clear ? 4 : 3)), worstBlock, at };
}

/** Samples of a kind in a square. */
const samplesOf = (kind: number): number => (kind === LUMA || kind === ALPHA ? 4 : 1);

/** The largest sum for each sample, of the differences or of the amounts. */
function largest(sums: Float64Array, first: number): number {
  let most = 0;
  for (let kind = LUMA; kind < AMOUNTS; kind += 1) {
    most = Math.max(most, Math.abs(sums[first + kind] as number) / samplesOf(kind));
  }
  return most;
}

// A row at a time and with plain numbers only: a function that is called often is compiled early, and until then each object would
// be garbage, megabytes for one picture.
function compareRow(
  planes: Uint8Array,
  reference: Uint8Array,
  width: number,
  height: number,
  clear: boolean,
  y: number,
  left: number,
  right: number,
  step: number,
  sums: Float64Array,
): void {
  const area = width * height;
  for (let x = left; x < right; x += step) {
    let [red, green, blue, opacity, seen, luma, lumaAmount, alpha, alphaAmount] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let corner = 0; corner < 4; corner += 1) {
      const pixel = (y + (corner >> 1)) * width + x + (corner & 1);
      const byte = pixel * 4;
      const r = reference[byte] as number;
      const g = reference[byte + 1] as number;
      const b = reference[byte + 2] as number;
      const a = reference[byte + 3] as number;
      const other = clear ? (planes[(area * 3) / 2 + pixel] as number) : a;
      const brightness = (16.5 + 0.18259 * r + 0.61423 * g + 0.06201 * b) | 0;
      const brighter = (((planes[pixel] as number) - 16) * other - (brightness - 16) * a) / 255;
      luma += brighter;
      lumaAmount += Math.abs(brighter);
      alpha += other - a;
      alphaAmount += Math.abs(other - a);
      red += a * r;
      green += a * g;
      blue += a * b;
      opacity += a;
      seen += other;
    }
    const chroma = area + (y * width) / 4 + x / 2;
    // Where nothing is opaque all colours count as black, whatever divides them.
    const by = opacity || 1;
    const towardsBlue = Math.floor(128.5 + (-0.10064 * red - 0.33857 * green + 0.43922 * blue) / by) - 128;
    const towardsRed = Math.floor(128.5 + (0.43922 * red - 0.39894 * green - 0.04027 * blue) / by) - 128;
    const bluer = (((planes[chroma] as number) - 128) * seen - towardsBlue * opacity) / 1020;
    const redder = (((planes[chroma + area / 4] as number) - 128) * seen - towardsRed * opacity) / 1020;
    sums[LUMA] = (sums[LUMA] as number) + luma;
    sums[BLUE] = (sums[BLUE] as number) + bluer;
    sums[RED] = (sums[RED] as number) + redder;
    sums[ALPHA] = (sums[ALPHA] as number) + alpha;
    sums[AMOUNTS + LUMA] = (sums[AMOUNTS + LUMA] as number) + lumaAmount;
    sums[AMOUNTS + BLUE] = (sums[AMOUNTS + BLUE] as number) + Math.abs(bluer);
    sums[AMOUNTS + RED] = (sums[AMOUNTS + RED] as number) + Math.abs(redder);
    sums[AMOUNTS + ALPHA] = (sums[AMOUNTS + ALPHA] as number) + alphaAmount;
  }
}
