/** The picture conversion of the surface's worker, assembled from its text and held against the definition of BT.709. */
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureModule } from '../../../libs/page/bundle.mjs';
import { type Convert, convertPicture } from '../../support/output/convert-pixels.js';
import { planesOf } from '../../support/output/planes.js';

let memory: WebAssembly.Memory;
let run: Convert;

beforeAll(async () => {
  const { instance } = await WebAssembly.instantiate(await pictureModule(), {});
  memory = instance.exports.memory as WebAssembly.Memory;
  run = instance.exports.convert as Convert;
  memory.grow(8);
});

type Colour = readonly [number, number, number];

/** Converts pixels given by place; returns the three planes. */
function convert(width: number, height: number, rgb: (x: number, y: number) => Colour, order: 'rgb' | 'bgr' = 'rgb') {
  const bytes = new Uint8Array(memory.buffer);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = order === 'rgb' ? rgb(x, y) : [...rgb(x, y)].reverse();
      bytes.set([...colour, 255], (y * width + x) * 4);
    }
  }
  const to = width * height * 4;
  const area = width * height;
  convertPicture(run, width, height, to, order === 'bgr' ? 1 : 0);
  return {
    y: bytes.slice(to, to + area),
    u: bytes.slice(to + area, to + area + area / 4),
    v: bytes.slice(to + area + area / 4, to + area + area / 2),
    after: bytes[to + area + area / 2],
  };
}

const luma = ([r, g, b]: readonly [number, number, number]): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

describe('RGBA to planes of limited BT.709', () => {
  it.each([
    ['black', [0, 0, 0], [16, 128, 128]],
    ['white', [255, 255, 255], [235, 128, 128]],
    ['red', [255, 0, 0], [63, 102, 240]],
    ['green', [0, 255, 0], [173, 42, 26]],
    ['blue', [0, 0, 255], [32, 240, 118]],
  ] as const)('%s', (_, rgb, yuv) => {
    const planes = convert(16, 4, () => rgb);
    expect(new Set(planes.y)).toEqual(new Set([yuv[0]]));
    expect(new Set(planes.u)).toEqual(new Set([yuv[1]]));
    expect(new Set(planes.v)).toEqual(new Set([yuv[2]]));
  });

  it('gives the planes that a reference picture is compared by, to the last step', () => {
    const colour = (x: number, y: number): Colour => [(x * 37 + y) % 256, (y * 53 + 7) % 256, (x * 101 + y * 3) % 256];
    const rgba = new Uint8Array(64 * 16 * 4);
    for (let at = 0; at < 64 * 16; at += 1) rgba.set([...colour(at % 64, Math.floor(at / 64)), 255], at * 4);
    const planes = convert(64, 16, colour);
    const found = [...planes.y, ...planes.u, ...planes.v];
    const most = planesOf(rgba, 64, 16).reduce(
      (worst, value, at) => Math.max(worst, Math.abs(value - (found[at] ?? 0))),
      0,
    );
    expect(most).toBeLessThanOrEqual(1);
  });

  it('gives the same planes for pixels whose blue comes first', () => {
    const colour = (x: number, y: number): Colour => [(x * 37) % 256, (y * 53 + 7) % 256, (x * 101 + y * 3) % 256];
    expect(convert(32, 4, colour, 'bgr')).toEqual(convert(32, 4, colour));
  });

  it.each([
    [8, 2],
    [24, 6],
    [160, 90],
  ])(
    'rounds every sample of a %i x %i picture to the nearest, chroma from the mean of four pixels',
    (width, height) => {
      const rgb = (x: number, y: number): [number, number, number] => [
        (x * 37 + y * 91) % 256,
        (x * 11 + y * 53 + 7) % 256,
        (x * 101 + y * 3) % 256,
      ];
      const planes = convert(width, height, rgb);
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          expect(Math.abs((planes.y[y * width + x] ?? 0) - (16 + (luma(rgb(x, y)) * 219) / 255))).toBeLessThan(0.51);
        }
      }
      for (let y = 0; y < height / 2; y += 1) {
        for (let x = 0; x < width / 2; x += 1) {
          const four = [rgb(2 * x, 2 * y), rgb(2 * x + 1, 2 * y), rgb(2 * x, 2 * y + 1), rgb(2 * x + 1, 2 * y + 1)];
          const mean = [0, 1, 2].map((channel) => four.reduce((sum, pixel) => sum + (pixel[channel] ?? 0), 0) / 4) as [
            number,
            number,
            number,
          ];
          const u = 128 + (((mean[2] - luma(mean)) / 1.8556) * 224) / 255;
          const v = 128 + (((mean[0] - luma(mean)) / 1.5748) * 224) / 255;
          const at = (y * width) / 2 + x;
          expect(Math.abs((planes.u[at] ?? 0) - u)).toBeLessThan(0.51);
          expect(Math.abs((planes.v[at] ?? 0) - v)).toBeLessThan(0.51);
        }
      }
    },
  );

  it('writes nothing behind the planes', () => {
    new Uint8Array(memory.buffer).fill(77);
    expect(convert(16, 4, () => [10, 20, 30]).after).toBe(77);
  });
});
