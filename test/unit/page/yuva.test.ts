/** The planes of a picture with alpha that the surface's worker makes, held against the definition of BT.709. */
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureModule } from '../../../libs/page/bundle.mjs';
import { type Convert, convertPicture } from '../../support/output/convert-pixels.js';
import { planesOf } from '../../support/output/planes.js';

let bytes: Uint8Array;
let convert: Convert;
let convertOpaque: Convert;

beforeAll(async () => {
  const { instance } = await WebAssembly.instantiate(await pictureModule(), {});
  const memory = instance.exports.memory as WebAssembly.Memory;
  memory.grow(8);
  bytes = new Uint8Array(memory.buffer);
  convert = instance.exports.convertTransparent as Convert;
  convertOpaque = instance.exports.convert as Convert;
});

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

const premultiplied = ([red, green, blue, alpha]: Pixel): Pixel => {
  const [r, g, b] = [red, green, blue].map((value) => Math.round((value * alpha) / 255)) as [number, number, number];
  return [r, g, b, alpha];
};

/** Converts straight pixels given by place, as a canvas holds them. */
function planes(
  width: number,
  height: number,
  at: (x: number, y: number) => Pixel,
  { order = 'rgb', how = convert }: { order?: 'rgb' | 'bgr'; how?: Convert } = {},
) {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue, alpha] = premultiplied(at(x, y));
      bytes.set(order === 'rgb' ? [red, green, blue, alpha] : [blue, green, red, alpha], (y * width + x) * 4);
    }
  }
  const area = width * height;
  const to = area * 4;
  bytes.fill(77, to, to + area * 2.5 + 1);
  convertPicture(how, width, height, to, order === 'bgr' ? 1 : 0);
  const plane = (from: number, size: number) => [...bytes.slice(to + from, to + from + size)];
  return {
    y: plane(0, area),
    u: plane(area, area / 4),
    v: plane(area * 1.25, area / 4),
    a: plane(area * 1.5, area),
    after: bytes[to + area * 2.5],
  };
}

/** Exact levels of a colour, not rounded. */
function levels([red, green, blue]: readonly number[]): { y: number; u: number; v: number } {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => (value ?? 0) / 255);
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return { y: 16 + 219 * y, u: 128 + (224 * (b - y)) / 1.8556, v: 128 + (224 * (r - y)) / 1.5748 };
}

const COLOURS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [17, 99, 200],
] as const;

describe('premultiplied pixels to planes with alpha', () => {
  it.each(COLOURS)('flat %i %i %i of every alpha has the levels of its straight colour', (...colour) => {
    const worst = { y: 0, u: 0, v: 0 };
    for (let alpha = 1; alpha < 256; alpha += 1) {
      const pixel: Pixel = [...colour, alpha];
      const found = planes(8, 2, () => pixel);
      // What the canvas keeps of a colour that hardly shows.
      const kept = premultiplied(pixel)
        .slice(0, 3)
        .map((value) => (value * 255) / alpha);
      const exact = levels(kept);
      expect(new Set(found.a), `alpha ${alpha}`).toEqual(new Set([alpha]));
      for (const plane of ['y', 'u', 'v'] as const) {
        worst[plane] = Math.max(worst[plane], ...found[plane].map((level) => Math.abs(level - exact[plane])));
      }
    }
    // Luma is rounded once: of colours rounded to 8 bits before it would be up to 0.9 off. Chroma is that of a rounded sum of four.
    expect(worst.y).toBeLessThan(0.501);
    expect(Math.max(worst.u, worst.v)).toBeLessThan(0.6);
  });

  it('is black without alpha where nothing shows', () => {
    const found = planes(16, 4, () => [200, 100, 50, 0]);
    const sets = [found.y, found.u, found.v, found.a].map((plane) => new Set(plane));
    expect(sets).toEqual([new Set([16]), new Set([128]), new Set([128]), new Set([0])]);
    expect(found.after).toBe(77);
  });

  it('gives a soft edge the colour of what shows there', () => {
    const red = levels([255, 0, 0]);
    // A line that covers one pixel in two, softly: nothing beside it may turn it grey.
    const found = planes(16, 4, (x) => [255, 0, 0, x % 2 === 0 ? 0 : 40 + x * 12]);
    for (const plane of ['u', 'v'] as const) {
      for (const level of found[plane]) expect(Math.abs(level - red[plane]), plane).toBeLessThanOrEqual(1.5);
    }
    const mixed = planes(8, 2, (x) => (x % 2 === 0 ? [255, 0, 0, 255] : [0, 0, 255, 85]));
    const seen = levels([191.25, 0, 63.75]);
    for (const plane of ['u', 'v'] as const) expect(Math.abs((mixed[plane][0] ?? 0) - seen[plane])).toBeLessThan(0.75);
  });

  it('gives opaque pixels the planes of an mp4', () => {
    const at = (x: number, y: number): Pixel => [(x * 37) % 256, (y * 53 + 7) % 256, (x * 101 + y * 3) % 256, 255];
    const opaque = planes(64, 16, at, { how: convertOpaque });
    const { y, u, v } = planes(64, 16, at);
    expect({ y, u, v }).toEqual({ y: opaque.y, u: opaque.u, v: opaque.v });
  });

  it('gives the same planes for pixels whose blue comes first', () => {
    const at = (x: number, y: number): Pixel => [(x * 37) % 256, (y * 53 + 7) % 256, (x * y) % 256, (x * 29 + y) % 256];
    expect(planes(32, 8, at, { order: 'bgr' })).toEqual(planes(32, 8, at));
  });

  it('gives the planes that a reference picture is compared by, to the last step', () => {
    const at = (x: number, y: number): Pixel => [(x * 37) % 256, (y * 53 + 7) % 256, (x * 101) % 256, 128 + (x % 128)];
    const found = planes(64, 16, at);
    const straight = Buffer.alloc(64 * 16 * 4);
    for (let pixel = 0; pixel < 64 * 16; pixel += 1) {
      const [red, green, blue, alpha] = premultiplied(at(pixel % 64, Math.floor(pixel / 64)));
      straight.set([red, green, blue].map((value) => Math.round((value * 255) / alpha)).concat(alpha), pixel * 4);
    }
    const all = [...found.y, ...found.u, ...found.v, ...found.a];
    const most = planesOf(straight, 64, 16, 'yuva420p').reduce(
      (worst, value, index) => Math.max(worst, Math.abs(value - (all[index] ?? 0))),
      0,
    );
    expect(most).toBeLessThanOrEqual(1);
  });
});
