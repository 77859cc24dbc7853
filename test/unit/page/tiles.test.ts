/** How a picture is cut into tiles (docs/decisions/tiles.md). */
import { expect, it } from 'vitest';
import { type Box, tilesOf } from '../../../libs/page/src/surface/tiles/tiles.js';

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const area = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

it.each([
  [1920, 1080, 120],
  [1280, 720, 184],
  [1080, 1920, 216],
  [640, 360, 360],
  [320, 180, 180],
  [7680, 4320, 24],
  [40_000, 64, 8],
])('a picture of %ix%i without anything dear has tiles of all its columns and %i rows', (width, height, rows) => {
  const tiles = tilesOf(width, height, 'rows');
  expect(tiles[0]).toEqual(box(0, 0, width, rows));
  expect(tiles).toHaveLength(Math.ceil(height / rows));
  expect(tiles.at(-1)?.bottom).toBe(height);
});

const PLACES: readonly (readonly [string, readonly Box[]])[] = [
  ['nothing', []],
  ['one place in the middle', [box(700, 300, 1100.5, 700.2)]],
  ['two apart in the same rows', [box(100, 200, 500, 600), box(1300, 240, 1700, 640)]],
  ['two apart in the same rows, the right one first', [box(1300, 240, 1700, 640), box(100, 200, 500, 600)]],
  ['two that overlap', [box(100, 200, 500, 600), box(450, 550, 800, 700)]],
  ['three of which the last joins the others', [box(0, 0, 90, 90), box(200, 0, 290, 90), box(80, 40, 210, 60)]],
  ['places at the edges and beyond', [box(-90, -50, 90, 80), box(1800, 1000, 2100, 1300), box(5000, 0, 5100, 90)]],
  ['one below the other', [box(300, 0, 700, 300), box(300, 304, 700, 600), box(300, 700, 700, 2000)]],
  ['one as wide as the picture', [box(0, 400, 1920, 520)]],
];

it.each(PLACES)('covers each pixel once and cuts no place: %s', (_, dear) => {
  const [width, height] = [1920, 1080];
  const tiles = tilesOf(width, height, 'rows', dear);
  expect(tiles.reduce((sum, tile) => sum + area(tile), 0)).toBe(width * height);
  for (const [index, tile] of tiles.entries()) {
    expect(tile.left < tile.right && tile.top < tile.bottom).toBe(true);
    expect(tiles.slice(index + 1).some((other) => meet(tile, other))).toBe(false);
    // Squares of dithered gradients stay whole.
    for (const [edge, end] of [
      [tile.left, width],
      [tile.right, width],
      [tile.top, height],
      [tile.bottom, height],
    ]) {
      expect(edge === end || (edge ?? 0) % 8 === 0).toBe(true);
    }
    const holds = dear.some((place) => meet(place, tile));
    if (!holds) expect(area(tile) * 4).toBeLessThan(983_040);
  }
  for (const place of dear) expect(tiles.filter((tile) => meet(place, tile)).length).toBeLessThan(2);
});

it('is not cut at all where most of it must not be', () => {
  expect(tilesOf(1920, 1080, 'rows', [box(0, 0, 1920, 800)])).toEqual([box(0, 0, 1920, 1080)]);
  expect(tilesOf(1920, 1080, 'rows', [box(0, 0, 1920, 700)]).length).toBeGreaterThan(4);
});

/** From the first pixel of each tile of a side to that of the next. */
const steps = (begins: readonly number[]): number[] => [...new Set(begins)].sort((one, other) => one - other);

it.each([
  [1280, 720, [0, 254, 508, 762, 1016, 1270], [0, 254, 508]],
  [512, 512, [0, 254, 508], [0, 254, 508]],
  [511, 511, [0], [0]],
  [1280, 255, [0, 510, 1020], [0, 254]],
  [1280, 256, [0, 254, 508, 762, 1016, 1270], [0, 254]],
  [255, 1280, [0, 254], [0, 510, 1020]],
])('squares of a picture of %ix%i begin where tiles of the compositor do', (width, height, lefts, tops) => {
  const tiles = tilesOf(width, height, 'squares');
  expect(steps(tiles.map(({ left }) => left))).toEqual(lefts);
  expect(steps(tiles.map(({ top }) => top))).toEqual(tops);
  expect(tiles.reduce((sum, tile) => sum + area(tile), 0)).toBe(width * height);
});

it.each(PLACES)('squares cover each pixel once and cut no place: %s', (_, dear) => {
  const tiles = tilesOf(1920, 1080, 'squares', dear);
  expect(tiles.reduce((sum, tile) => sum + area(tile), 0)).toBe(1920 * 1080);
  for (const [index, tile] of tiles.entries()) {
    expect(tiles.slice(index + 1).some((other) => meet(tile, other))).toBe(false);
    // The pattern of a gradient is where the compositor has it: it begins anew with each of its tiles.
    expect([(tile.left % 254) % 8, (tile.top % 254) % 8]).toEqual([0, 0]);
  }
  for (const place of dear) expect(tiles.filter((tile) => meet(place, tile)).length).toBeLessThan(2);
});
