/** Comparing a surface's pixels with a reference picture of the same frame: in the whole and block by block. */
import type { CaptureImage } from '@framefarm/contract';
import { comparePlanes } from './compare-planes.js';
import { BLOCK, type Difference, isDoubtful, ofAllPixels } from './difference.js';

/** Every second pixel of every second row is compared at first: nothing that shows is smaller than what these find in a block. */
const STEP = 2;

/** A raw picture as it was captured against an RGBA reference of the same size. */
export function compareRaw(
  image: CaptureImage,
  picture: Uint8Array,
  reference: Uint8Array,
  width: number,
  height: number,
): Difference {
  return image === 'yuv420p' || image === 'yuva420p'
    ? comparePlanes(picture, reference, width, height, image)
    : compare(picture, reference, width, height);
}

/** Both pictures are RGBA with straight alpha, 4 bytes a pixel, of the same size. Opaque pictures have alpha 255. */
export function compare(picture: Uint8Array, reference: Uint8Array, width: number, height: number): Difference {
  const sums = { amount: 0, compared: 0 };
  let worst = { worstBlock: 0, at: { x: 0, y: 0 } };
  for (let top = 0; top < height; top += BLOCK) {
    const bottom = Math.min(top + BLOCK, height);
    for (let left = 0; left < width; left += BLOCK) {
      const right = Math.min(left + BLOCK, width);
      const inBlock = (step: number, sumUp: typeof sums | null): number =>
        differenceIn(picture, reference, width, left, top, right, bottom, step, sumUp);
      let block = inBlock(STEP, sums);
      if (isDoubtful(block)) block = inBlock(1, null);
      if (block <= worst.worstBlock) continue;
      worst = { worstBlock: block, at: { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) } };
    }
  }
  return { mean: sums.amount / (sums.compared * 4), ...worst };
}

/** Of every `step`th pixel of every `step`th row of a block; the amounts are added to the sums of the picture where there are some. */
function differenceIn(
  picture: Uint8Array,
  reference: Uint8Array,
  width: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
  step: number,
  sums: { amount: number; compared: number } | null,
): number {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  let [reds, greens, blues, alphas] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      const index = (y * width + x) * 4;
      // What is hardly opaque hardly shows: its colour is rounded away in both pictures.
      const opacity = (picture[index + 3] as number) / 255;
      const other = (reference[index + 3] as number) / 255;
      const redder = (picture[index] as number) * opacity - (reference[index] as number) * other;
      const greener = (picture[index + 1] as number) * opacity - (reference[index + 1] as number) * other;
      const bluer = (picture[index + 2] as number) * opacity - (reference[index + 2] as number) * other;
      const denser = (opacity - other) * 255;
      red += redder;
      green += greener;
      blue += bluer;
      alpha += denser;
      reds += Math.abs(redder);
      greens += Math.abs(greener);
      blues += Math.abs(bluer);
      alphas += Math.abs(denser);
    }
  }
  const area = Math.ceil((bottom - top) / step) * Math.ceil((right - left) / step);
  if (sums !== null) {
    sums.amount += reds + greens + blues + alphas;
    sums.compared += area;
  }
  const mean = Math.max(Math.abs(red), Math.abs(green), Math.abs(blue), Math.abs(alpha)) / area;
  return step > 1 ? mean : ofAllPixels(mean, Math.max(reds, greens, blues, alphas) / area);
}
