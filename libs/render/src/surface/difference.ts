/** How far a picture of a surface may be from the reference: in the whole and block by block. */

import type { ReferenceCoding } from '@framefarm/browser';

/** Edge of a block in pixels. A missing icon of this size hides in the average of a frame, not in that of a block. */
export const BLOCK = 16;

export interface Difference {
  /** Mean absolute difference over all samples, 0 to 255: colours as far as they are opaque, and alpha. */
  readonly mean: number;
  /** Largest difference of a block in any channel, 0 to 255: of its mean, see {@link ofAllPixels} where that is doubtful. */
  readonly worstBlock: number;
  /** Centre of that block, pixels. */
  readonly at: { readonly x: number; readonly y: number };
}

/**
 * Largest differences that edge smoothing and rounding explain (docs/decisions/surface-capture.md): the mean one, and that of a
 * block, which a letter moved by a pixel exceeds. From a JPEG, which is off by itself, what comes near them is looked at again.
 */
const MOST = { mean: 1.5, block: 10 };
const MOST_OF_JPEG = { mean: 1.2, block: 8 };

/** @param coding of the picture that was compared with */
export function sameEnough({ mean, worstBlock }: Difference, coding: ReferenceCoding = 'png'): boolean {
  const most = coding === 'jpeg' ? MOST_OF_JPEG : MOST;
  return mean <= most.mean && worstBlock <= most.block;
}

/**
 * Whether some pixels of a block differ so much in their mean that all of them are to be looked at. Where edges are smoothed otherwise, as those
 * of a text that turns are by the compositor, they differ in every second pixel by much more than in all together.
 */
export const isDoubtful = (block: number): boolean => block > MOST.block;

/**
 * How much a block differs as a whole.
 * @param mean of the differences of all pixels, as an amount
 * @param amount mean of their amounts: twice as large before it counts, as that of a letter is which has moved by a pixel
 */
export const ofAllPixels = (mean: number, amount: number): number => Math.max(mean, amount / 2);

/** In words. */
export function differs(frame: number, { mean, worstBlock, at }: Difference): string {
  return `frame ${frame} differs by ${mean.toFixed(2)} on average and ${worstBlock.toFixed(0)} around ${at.x}, ${at.y}`;
}
