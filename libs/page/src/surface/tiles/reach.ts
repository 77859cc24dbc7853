/** How far shadows and blurs reach beyond their box: as far as that, each part of them is computed from what lies around it. */
import type { Box } from './tiles.js';

/** A shadow outside of its box, in CSS pixels of the box's own coordinates. */
export interface Shadow {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly spread: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a box takes of the picture, and its own size before it was turned and grown. */
export interface LaidOut extends Box {
  readonly own: Size;
  /** Neither turned nor slanted, nor seen in perspective. */
  readonly upright: boolean;
}

/** Standard deviations as far as which a blur is computed. */
const DEVIATIONS = 3;
/** The blur of a shadow is two standard deviations. */
const SHADOW_DEVIATIONS = DEVIATIONS / 2;
/** What reaches no farther costs less than a layer that is mapped anew, however it is cut. */
const SHORT = 24;

/**
 * Places that no tile should cut. The shadow of an upright box is none: the browser puts it together of nine pieces, whatever part
 * it draws. That of a turned one is blurred pixel by pixel, as is all that has a filter.
 */
export function dearPlaces(box: LaidOut, shadows: readonly Shadow[], filterReach: number): Box[] {
  const { width, height } = box.own;
  // For a box that was turned, and grown alike in both directions, this is by how much its margins grow.
  const grown = (box.right - box.left + box.bottom - box.top) / (width + height);
  const inPieces = (blur: number): boolean => box.upright && Math.min(width, height) > 2 * SHADOW_DEVIATIONS * blur;
  const reaches = shadows
    .filter(({ blur }) => !inPieces(blur))
    .map(({ x, y, blur, spread }) => Math.hypot(x, y) + blur * SHADOW_DEVIATIONS + spread);
  const reach = Math.max(filterReach, ...reaches) * grown;
  if (!(reach > SHORT)) return [];
  return [{ left: box.left - reach, top: box.top - reach, right: box.right + reach, bottom: box.bottom + reach }];
}

/** Reads a computed `box-shadow`: for each a colour, four lengths in pixels, and perhaps `inset`. */
export function parseShadows(text: string): readonly Shadow[] {
  const lengths = /(-?[\d.e+-]+)px (-?[\d.e+-]+)px (-?[\d.e+-]+)px (-?[\d.e+-]+)px( inset)?/g;
  return [...text.matchAll(lengths)].flatMap(([, x, y, blur, spread, inset]) =>
    inset === undefined ? [{ x: Number(x), y: Number(y), blur: Number(blur), spread: Number(spread) }] : [],
  );
}

/** Pixels that a computed `filter` reaches beyond what it is put on: each function starts from what the one before gave. */
export function parseFilterReach(text: string): number {
  let reach = 0;
  for (const [, deviation] of text.matchAll(/blur\((-?[\d.e+-]+)px\)/g)) reach += Number(deviation) * DEVIATIONS;
  for (const [, x, y, blur] of text.matchAll(/(-?[\d.e+-]+)px (-?[\d.e+-]+)px (-?[\d.e+-]+)px\)/g)) {
    reach += Math.hypot(Number(x), Number(y)) + Number(blur) * SHADOW_DEVIATIONS;
  }
  return reach;
}
