/**
 * How a picture is cut into tiles that are drawn one after the other. The browser draws a page onto a layer of its own first, as
 * large as what it draws onto, whose memory it maps anew each time where that is more than some 0.94 MiB: 2,000 page faults for a
 * picture of 1080p, a third of all drawing. A smaller layer finds its memory (docs/decisions/tiles.md).
 */

/** Pixels of the picture from its upper left corner; the right and lower edge are the first that do not belong to it. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Most bytes of a tile's layer: less than what the browser's allocator keeps. */
const TILE_BYTES = 960_000;
const PIXEL_BYTES = 4;
/** Gradients are dithered in squares of so many pixels a side, which no tile may cut. */
const DITHER = 8;
/** Where places that are not cut take more than this share of a picture, tiles beside them save too little. */
const MOST_WHOLE = 0.7;

/** Covers a picture with tiles, each pixel once. None cuts one of the `dear` places, which are in pixels, inside the picture or not. */
export function tilesOf(width: number, height: number, dear: readonly Box[] = []): Box[] {
  const whole = apart(dear.flatMap((place) => onGrid(place, width, height)));
  const covered = whole.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0);
  if (covered > MOST_WHOLE * width * height) return [{ left: 0, top: 0, right: width, bottom: height }];
  return [...whole, ...beside(width, height, whole).flatMap(cut)];
}

/** The smallest box of whole squares around a place; none where it lies outside. */
function onGrid({ left, top, right, bottom }: Box, width: number, height: number): Box[] {
  const down = (at: number): number => Math.max(0, Math.floor(at / DITHER) * DITHER);
  const up = (at: number, end: number): number => Math.min(end, Math.ceil(at / DITHER) * DITHER);
  const box = { left: down(left), top: down(top), right: up(right, width), bottom: up(bottom, height) };
  return box.left < box.right && box.top < box.bottom ? [box] : [];
}

/** Boxes that overlap become one around both, until none do. */
function apart(boxes: readonly Box[]): Box[] {
  const kept: Box[] = [];
  for (let box of boxes) {
    for (;;) {
      const at = kept.findIndex((other) => overlap(box, other));
      const [other] = at < 0 ? [] : kept.splice(at, 1);
      if (other === undefined) break;
      box = around(box, other);
    }
    kept.push(box);
  }
  return kept;
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** What the boxes leave of the picture, as high as can be. */
function beside(width: number, height: number, boxes: readonly Box[]): Box[] {
  const edges = new Set([0, height, ...boxes.flatMap(({ top, bottom }) => [top, bottom])]);
  const rows = [...edges].sort((one, other) => one - other);
  const done: Box[] = [];
  /** Boxes that end where the next rows begin. */
  let open: Box[] = [];
  for (const [index, bottom] of rows.slice(1).entries()) {
    const top = rows[index] ?? 0;
    const gaps = gapsOf(
      width,
      boxes.filter((box) => box.top <= top && box.bottom >= bottom),
    );
    const next = gaps.map(({ left, right }) => {
      const above = open.find((box) => box.left === left && box.right === right);
      return { left, right, bottom, top: above?.top ?? top };
    });
    done.push(...open.filter((box) => !next.some(({ left, right }) => left === box.left && right === box.right)));
    open = next;
  }
  return [...done, ...open];
}

/** Columns of some rows that none of the boxes takes, from the left. */
function gapsOf(width: number, boxes: readonly Box[]): { left: number; right: number }[] {
  const gaps: { left: number; right: number }[] = [];
  let left = 0;
  for (const box of boxes.toSorted((one, other) => one.left - other.left)) {
    if (box.left > left) gaps.push({ left, right: box.left });
    left = box.right;
  }
  if (left < width) gaps.push({ left, right: width });
  return gaps;
}

/** One below the other, none larger than a layer that is kept. */
function cut({ left, top, right, bottom }: Box): Box[] {
  const most = Math.floor(TILE_BYTES / ((right - left) * PIXEL_BYTES) / DITHER) * DITHER;
  const rows = most === 0 ? bottom - top : most;
  const tiles: Box[] = [];
  for (let at = top; at < bottom; at += rows) tiles.push({ left, top: at, right, bottom: Math.min(at + rows, bottom) });
  return tiles;
}
