/** Comparing a surface's pixels with a reference picture of the same frame: in the whole and block by block. */
import { freeMemory } from '@framefarm/process';
import { type PlanarImage, planesOf, seenPlanes } from './planes.js';

/** Edge of a block in pixels. A missing icon of this size hides in the average of a frame, not in that of a block. */
const BLOCK = 16;
/** Every second pixel of every second row is compared: nothing that shows is smaller than what these find in a block. */
const STEP = 2;

export interface Difference {
  /** Mean absolute difference over all samples, 0 to 255: colours as far as they are opaque, and alpha. */
  readonly mean: number;
  /** Largest difference of a block's mean in any channel, 0 to 255. */
  readonly worstBlock: number;
  /** Centre of that block, pixels. */
  readonly at: { readonly x: number; readonly y: number };
}

/** Largest mean difference that edge smoothing and rounding explain (docs/decisions/surface-capture.md). */
const MAX_MEAN = 1.5;
/** Largest difference of a block that they explain; a letter moved by a pixel exceeds it. */
const MAX_BLOCK = 10;

export function sameEnough(difference: Difference): boolean {
  return difference.mean <= MAX_MEAN && difference.worstBlock <= MAX_BLOCK;
}

/** Both pictures are RGBA with straight alpha, 4 bytes a pixel, of the same size. Opaque pictures have alpha 255. */
export function compare(picture: Buffer, reference: Buffer, width: number, height: number): Difference {
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

/**
 * As {@link compare} for planes of YUV 4:2:0, against an RGBA reference, which is opaque for `yuv420p`. Limits stay the same: a
 * step of luma is about a step of each colour.
 */
export function comparePlanes(
  planes: Buffer,
  reference: Buffer,
  width: number,
  height: number,
  image: PlanarImage = 'yuv420p',
): Difference {
  const asSeen = (some: Uint8Array): Samples => (image === 'yuv420p' ? some : seenPlanes(some, width, height));
  const picture = asSeen(planes);
  const made = planesOf(reference, width, height, image);
  const expected = asSeen(made);
  const area = width * height;
  const full = image === 'yuv420p' ? [0] : [0, (area * 3) / 2];
  const found = [
    ...full.map((start) => {
      const end = start + area;
      return comparePlane(picture.subarray(start, end), expected.subarray(start, end), width, height, BLOCK);
    }),
    ...[area, area + area / 4].map((start) => {
      const end = start + area / 4;
      // A block of the picture is half as wide in its colours.
      return comparePlane(
        picture.subarray(start, end),
        expected.subarray(start, end),
        width / 2,
        height / 2,
        BLOCK / 2,
      );
    }),
  ];
  for (const done of [made, picture, expected]) if (done !== planes) freeMemory(done);
  const worst = found.reduce((most, one) => (one.worstBlock > most.worstBlock ? one : most));
  return {
    mean: found.reduce((sum, { mean }) => sum + mean, 0) / found.length,
    worstBlock: worst.worstBlock,
    at: worst.at,
  };
}

type Samples = Uint8Array | Float32Array;

function comparePlane(plane: Samples, other: Samples, width: number, height: number, block: number): Difference {
  let total = 0;
  let worstBlock = 0;
  let at = { x: 0, y: 0 };
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      const bottom = Math.min(top + block, height);
      const right = Math.min(left + block, width);
      let sum = 0;
      for (let y = top; y < bottom; y += 1) {
        for (let index = y * width + left; index < y * width + right; index += 1) {
          const difference = (plane[index] ?? 0) - (other[index] ?? 0);
          sum += difference;
          total += Math.abs(difference);
        }
      }
      const mean = Math.abs(sum) / ((bottom - top) * (right - left));
      if (mean > worstBlock) {
        worstBlock = mean;
        const scale = BLOCK / block;
        at = { x: Math.round(((left + right) / 2) * scale), y: Math.round(((top + bottom) / 2) * scale) };
      }
    }
  }
  return { mean: total / (width * height), worstBlock, at };
}
