/** What a tap's worker makes of the compositor's pictures: planes as the browser makes them become those of BT.709. */
import { beforeAll, describe, expect, it } from 'vitest';
import { rematrixModule } from '../../../libs/page/bundle.mjs';
import { planesOf } from '../../support/output/planes.js';

type Colour = readonly [red: number, green: number, blue: number];

const [WIDTH, HEIGHT] = [16, 4];
const BYTES = WIDTH * HEIGHT * 1.5;

let bytes: Uint8Array;
let rematrix: (from: number, width: number, height: number, to: number) => void;

beforeAll(async () => {
  const { instance } = await WebAssembly.instantiate(await rematrixModule(), {});
  bytes = new Uint8Array((instance.exports.memory as WebAssembly.Memory).buffer);
  rematrix = instance.exports.rematrix as typeof rematrix;
});

const weigh = (rows: readonly Colour[], base: readonly number[], [red, green, blue]: Colour): number[] =>
  rows.map(([r, g, b], at) => (r * red + g * green + b * blue + (base[at] ?? 0)) >> 8);

/** Limited-range BT.601 in whole 256ths, as the browser's software makes it. */
const asTheBrowser = (colour: Colour): number[] =>
  weigh(
    [
      [66, 129, 25],
      [-38, -74, 112],
      [112, -94, -18],
    ],
    [0x1080, 0x8000, 0x8000],
    colour,
  );

/** The planes of a picture of four columns of colours, made as the browser does and converted. */
function converted(colours: readonly Colour[]): Uint8Array {
  const area = WIDTH * HEIGHT;
  const columns = WIDTH / colours.length;
  bytes.fill(0);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [luma = 0, blue = 0, red = 0] = asTheBrowser(colours[Math.floor(x / columns)] ?? [0, 0, 0]);
      bytes[y * WIDTH + x] = luma;
      const chroma = (y >> 1) * (WIDTH / 2) + (x >> 1);
      bytes[area + chroma] = blue;
      bytes[area * 1.25 + chroma] = red;
    }
  }
  rematrix(0, WIDTH, HEIGHT, BYTES);
  return bytes.slice(BYTES, BYTES * 2);
}

function wanted(colours: readonly Colour[]): Uint8Array {
  const columns = WIDTH / colours.length;
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    rgba.set([...(colours[Math.floor((at % WIDTH) / columns)] ?? [0, 0, 0]), 255], at * 4);
  }
  return planesOf(rgba, WIDTH, HEIGHT);
}

const worst = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);

describe('planes of the compositor', () => {
  it('of greys are those of BT.709 to a step, and without colour', () => {
    for (let level = 0; level < 256; level += 1) {
      const planes = converted([[level, level, level]]);
      expect(worst(planes, wanted([[level, level, level]])), `grey ${level}`).toBeLessThanOrEqual(1);
      expect(new Set(planes.subarray(WIDTH * HEIGHT))).toEqual(new Set([128]));
    }
  });

  it('of all colours are those of BT.709 to a step, one column beside the other', () => {
    const levels = [0, 40, 128, 200, 255];
    const colours = levels.flatMap((r) => levels.flatMap((g) => levels.map((b): Colour => [r, g, b])));
    for (let first = 0; first + 4 <= colours.length; first += 3) {
      const four = colours.slice(first, first + 4);
      expect(worst(converted(four), wanted(four)), JSON.stringify(four)).toBeLessThanOrEqual(1);
    }
  });

  it('are written from where they begin to where they end', () => {
    bytes.fill(77);
    rematrix(0, WIDTH, HEIGHT, BYTES);
    expect([bytes[BYTES - 1], bytes[2 * BYTES]]).toEqual([77, 77]);
  });
});
