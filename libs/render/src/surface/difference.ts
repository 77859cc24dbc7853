/** How far a picture of a surface may be from the reference: in the whole and block by block. */

/** Edge of a block in pixels. A missing icon of this size hides in the average of a frame, not in that of a block. */
export const BLOCK = 16;

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

/** In words. */
export function differs(frame: number, { mean, worstBlock, at }: Difference): string {
  return `frame ${frame} differs by ${mean.toFixed(2)} on average and ${worstBlock.toFixed(0)} around ${at.x}, ${at.y}`;
}
