/** Comparing a surface's pixels with a reference picture of the same frame: in the whole and block by block. */
import type { CaptureImage } from '@framefarm/contract';
import { comparePlanes } from './compare-planes.js';
import { BLOCK, type Difference } from './difference.js';

/** Every second pixel of every second row is compared: nothing that shows is smaller than what these find in a block. */
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
  let total = 0;
  let compared = 0;
  let worstBlock = 0;
  let at = { x: 0, y: 0 };
  for (let top = 0; top < height; top += BLOCK) {
    for (let left = 0; left < width; left += BLOCK) {
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      const bottom = Math.min(top + BLOCK, height);
      const right = Math.min(left + BLOCK, width);
      for (let y = top; y < bottom; y += STEP) {
        for (let x = left; x < right; x += STEP) {
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
          total += Math.abs(redder) + Math.abs(greener) + Math.abs(bluer) + Math.abs(denser);
        }
      }
      const area = Math.ceil((bottom - top) / STEP) * Math.ceil((right - left) / STEP);
      compared += area;
      const block = Math.max(Math.abs(red), Math.abs(green), Math.abs(blue), Math.abs(alpha)) / area;
      if (block > worstBlock) {
        worstBlock = block;
        at = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
      }
    }
  }
  return { mean: total / (compared * 4), worstBlock, at };
}
