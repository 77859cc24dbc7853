/** Which shadows and filters no tile should cut, and how far they reach (docs/decisions/tiles.md). */
import { expect, it } from 'vitest';
import { dearPlaces, parseFilterReach, parseShadows, type Shadow } from '../../../libs/page/src/surface/tiles/reach.js';

const SHADOW: Shadow = { x: 0, y: 30, blur: 80, spread: 0 };
/** A card of 520x320 at (100, 200), as it is seen upright. */
const card = { left: 100, top: 200, right: 620, bottom: 520, own: { width: 520, height: 320 }, upright: true };
/** The same, turned by 90 degrees. */
const turned = { ...card, left: 200, right: 520, top: 100, bottom: 620, upright: false };

it('takes the shadow of an upright box for cheap: the browser puts it together of nine pieces', () => {
  expect(dearPlaces(card, [SHADOW], 0)).toEqual([]);
});

it('takes it for dear where the box is too small for nine pieces', () => {
  const small = { ...card, right: 300, own: { width: 200, height: 320 } };
  expect(dearPlaces(small, [SHADOW], 0)).toEqual([{ left: -50, top: 50, right: 450, bottom: 670 }]);
});

it('keeps the shadow of a turned box whole, in every direction it may fall', () => {
  expect(dearPlaces(turned, [SHADOW], 0)).toEqual([{ left: 50, top: -50, right: 670, bottom: 770 }]);
});

it('lets a shadow grow with its box', () => {
  const grown = { ...turned, right: 840, bottom: 1140 };
  expect(dearPlaces(grown, [SHADOW], 0)).toEqual([{ left: -100, top: -200, right: 1140, bottom: 1440 }]);
});

it('does not mind what reaches but a little', () => {
  expect(dearPlaces(turned, [{ x: 0, y: 2, blur: 12, spread: 0 }], 0)).toEqual([]);
  expect(dearPlaces(card, [], 18)).toEqual([]);
});

it('keeps what has a wide filter whole, upright or not', () => {
  expect(dearPlaces(card, [], 60)).toEqual([{ left: 40, top: 140, right: 680, bottom: 580 }]);
});

it('has no place for a box without a size', () => {
  const empty = { left: 5, top: 5, right: 5, bottom: 5, own: { width: 0, height: 0 }, upright: false };
  expect(dearPlaces(empty, [SHADOW], 0)).toEqual([]);
});

it.each([
  ['none', []],
  ['rgba(0, 0, 0, 0.45) 0px 30px 80px 0px', [SHADOW]],
  ['rgb(1, 2, 3) 1.5px -2px 3e-05px 4px inset', []],
  [
    'color(srgb 1 0 0 / 0.5) -1px 0px 2px 3px, rgb(0, 0, 0) 0px 1px 2px 0px inset, rgb(0, 0, 0) 4px 5px 6px -7px',
    [
      { x: -1, y: 0, blur: 2, spread: 3 },
      { x: 4, y: 5, blur: 6, spread: -7 },
    ],
  ],
])('reads box-shadow: %s', (text, shadows) => {
  expect(parseShadows(text)).toEqual(shadows);
});

it.each([
  ['none', 0],
  ['brightness(1.2) saturate(0.8)', 0],
  ['blur(6px)', 18],
  ['drop-shadow(rgb(0, 0, 0) 3px 4px 10px)', 20],
  ['blur(2px) drop-shadow(rgba(0, 0, 0, 0.5) 0px 0px 4px) contrast(2)', 12],
])('reads how far a filter reaches: %s', (text, pixels) => {
  expect(parseFilterReach(text)).toBe(pixels);
});
