/** How the surface's worker gets straight alpha: assembled from its text and held against the definition. */
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureModule } from '../../../libs/page/bundle.mjs';

let bytes: Uint8Array;
let straighten: (at: number, count: number, blueFirst: number) => void;

beforeAll(async () => {
  const { instance } = await WebAssembly.instantiate(await pictureModule(), {});
  const memory = instance.exports.memory as WebAssembly.Memory;
  memory.grow(4);
  bytes = new Uint8Array(memory.buffer);
  straighten = instance.exports.straighten as typeof straighten;
});

type Pixel = readonly [number, number, number, number];

function straight(pixels: readonly Pixel[], blueFirst = false): Pixel[] {
  bytes.set(pixels.flat(), 0);
  straighten(0, pixels.length, blueFirst ? 1 : 0);
  return pixels.map((_, index) => [...bytes.slice(index * 4, index * 4 + 4)] as unknown as Pixel);
}

describe('premultiplied pixels to straight ones', () => {
  it('rounds every colour of every opacity to the nearest', () => {
    let worst = 0;
    for (let alpha = 1; alpha < 256; alpha += 1) {
      const pixels = Array.from({ length: alpha + 1 }, (_, value): Pixel => [value, alpha - value, value, alpha]);
      for (const [value, [red, green, blue, opacity]] of straight(pixels).entries()) {
        const off = [red - (value * 255) / alpha, green - ((alpha - value) * 255) / alpha, blue - red, opacity - alpha];
        worst = Math.max(worst, ...off.map(Math.abs));
      }
    }
    expect(worst).toBeLessThan(0.501);
  });

  it('leaves what is opaque and makes what shows nothing black, also side by side', () => {
    const pixels: Pixel[] = [
      [255, 128, 1, 255],
      [0, 0, 0, 0],
      [64, 32, 0, 128],
      [9, 9, 9, 255],
    ];
    const expected = [
      [255, 128, 1, 255],
      [0, 0, 0, 0],
      [128, 64, 0, 128],
      [9, 9, 9, 255],
    ];
    expect(straight(pixels)).toEqual(expected);
    expect(straight(Array.from({ length: 8 }, () => [7, 8, 9, 255] as const))[7]).toEqual([7, 8, 9, 255]);
    expect(straight(Array.from({ length: 8 }, () => [0, 0, 0, 0] as const))[7]).toEqual([0, 0, 0, 0]);
  });

  it('stays within the channel where a colour is above its opacity', () => {
    expect(straight([[200, 100, 0, 100]])).toEqual([[255, 255, 0, 100]]);
    expect(
      straight([
        [5, 6, 7, 0],
        [0, 0, 0, 1],
      ])[1],
    ).toEqual([0, 0, 0, 1]);
  });

  it('turns the order round where blue comes first', () => {
    const pixels: Pixel[] = [
      [1, 2, 3, 255],
      [10, 20, 30, 51],
    ];
    expect(straight(pixels, true)).toEqual([
      [3, 2, 1, 255],
      [150, 100, 50, 51],
    ]);
  });
});
