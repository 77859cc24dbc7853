/** Comparing planes as a surface's worker makes them (`yuv.wat` and `yuva.wat` of the page) with a reference picture. */
import type { RawImage } from '@framefarm/contract';
import { BLOCK, type Difference } from './difference.js';

export type PlanarImage = Extract<RawImage, 'yuv420p' | 'yuva420p'>;

/** Every second square of two by two pixels is compared, in both directions: as many pixels as of other pictures. */
const STEP = 4;

/** Places of the sums: of the differences of a block, then of their amounts in the whole picture. */
const [LUMA, BLUE, RED, ALPHA] = [0, 1, 2, 3] as const;
const AMOUNTS = 4;

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
  let squares = 0;
  let worstBlock = 0;
  let at = { x: 0, y: 0 };
  for (let top = 0; top < height; top += BLOCK) {
    const bottom = Math.min(top + BLOCK, height);
    for (let left = 0; left < width; left += BLOCK) {
      const right = Math.min(left + BLOCK, width);
      sums.fill(0, 0, AMOUNTS);
      for (let y = top; y < bottom; y += STEP) {
        compareRow(planes, reference, width, height, image === 'yuva420p', y, left, right, sums);
      }
      const count = Math.ceil((bottom - top) / STEP) * Math.ceil((right - left) / STEP);
      squares += count;
      const full = Math.max(Math.abs(sums[LUMA] as number), Math.abs(sums[ALPHA] as number)) / 4;
      const halved = Math.max(Math.abs(sums[BLUE] as number), Math.abs(sums[RED] as number));
      const block = Math.max(full, halved) / count;
      if (block > worstBlock) {
        worstBlock = block;
        at = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
      }
    }
  }
  const [luma, blue, red, alpha] = sums.subarray(AMOUNTS) as unknown as [number, number, number, number];
  const total = luma / 4 + blue + red + alpha / 4;
  return { mean: total / (squares * (image === 'yuva420p' ? 4 : 3)), worstBlock, at };
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
  sums: Float64Array,
): void {
  const area = width * height;
  for (let x = left; x < right; x += STEP) {
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
