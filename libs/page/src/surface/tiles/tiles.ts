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
/** Pixels a side of a tile of the browser's compositor, where it draws on the processor. */
const COMPOSITOR_TILE = 256;
/** The same where that saves it a cut: of what is smaller on both sides, and along the other side of what is narrower than a tile. */
const LARGER_TILE = 512;
/** Pixels of such a tile, one at either edge, that its neighbour has too. */
const SHARED = 2;

/**
 * `rows`: as few tiles as can be. `squares`: those of the browser's compositor, in which a gradient is dithered to the bit as in its
 * own pictures, as each layer begins the pattern anew; for pictures of which every level is kept.
 */
export type Cutting = 'rows' | 'squares';

/** Covers a picture with tiles, each pixel once. None cuts one of the `dear` places, which are in pixels, inside the picture or not. */
export function tilesOf(width: number, height: number, cutting: Cutting, dear: readonly Box[] = []): Box[] {
  const squares = cutting === 'squares' ? compositorSteps(width, height) : null;
  const whole = apart(dear.flatMap((place) => onGrid(place, width, height, squares ?? { x: width, y: height })));
  const covered = whole.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0);
  if (covered > MOST_WHOLE * width * height) return [{ left: 0, top: 0, right: width, bottom: height }];
  const rest = beside(width, height, whole);
  return [...whole, ...rest.flatMap((box) => (squares === null ? cut(box) : cutInto(squares, box)))];
}

/** Pixels from the beginning of one tile to that of the next. */
interface Steps {
  readonly x: number;
  readonly y: number;
}

/** Those of the compositor; a side that it does not cut is one step. */
function compositorSteps(width: number, height: number): Steps {
  if (width < LARGER_TILE && height < LARGER_TILE) return { x: width, y: height };
  const beside = (other: number): number => (other < COMPOSITOR_TILE ? LARGER_TILE : COMPOSITOR_TILE) - SHARED;
  return { x: beside(height), y: beside(width) };
}

/** The smallest box around a place of whole squares of the dithered pattern, which each tile begins anew; none where it lies outside. */
function onGrid({ left, top, right, bottom }: Box, width: number, height: number, steps: Steps): Box[] {
  const down = (at: number, step: number): number => {
    const begin = Math.floor(Math.max(0, at) / step) * step;
    return begin + Math.floor((Math.max(0, at) - begin) / DITHER) * DITHER;
  };
  const up = (at: number, step: number, end: number): number => {
    const begin = Math.floor(at / step) * step;
    return Math.min(end, begin + step, begin + Math.ceil((at - begin) / DITHER) * DITHER);
  };
  const box = {
    left: down(left, steps.x),
    top: down(top, steps.y),
    right: up(right, steps.x, width),
    bottom: up(bottom, steps.y, height),
  };
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

/** One below the other, none larger than a layer that is kept where a row of squares of the pattern is not. */
function cut({ left, top, right, bottom }: Box): Box[] {
  const squares = Math.floor(TILE_BYTES / ((right - left) * PIXEL_BYTES) / DITHER);
  const rows = Math.max(1, squares) * DITHER;
  const tiles: Box[] = [];
  for (let at = top; at < bottom; at += rows) tiles.push({ left, top: at, right, bottom: Math.min(at + rows, bottom) });
  return tiles;
}

/** Cut where tiles begin that are so many pixels apart. */
function cutInto({ x, y }: Steps, { left, top, right, bottom }: Box): Box[] {
  const columns = between(left, right, x);
  return between(top, bottom, y).flatMap(([above, below]) =>
    columns.map(([from, to]) => ({ left: from, top: above, right: to, bottom: below })),
  );
}

/** The parts of a side, each from its first pixel to the first that does not belong to it. */
function between(from: number, to: number, step: number): (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  for (let at = from; at < to; ) {
    const next = Math.min(to, (Math.floor(at / step) + 1) * step);
    parts.push([at, next]);
    at = next;
  }
  return parts;
}
