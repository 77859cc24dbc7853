/** The conversion of decoded planes to pixels against the formula in floating point. */
import { expect, it } from 'vitest';
import { coloursModule } from '../../../libs/page/bundle.mjs';

type Convert = (from: number, to: number, width: number, height: number) => void;

async function converted(planes: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const { instance } = await WebAssembly.instantiate(await coloursModule(), {});
  const { memory, convert } = instance.exports as unknown as { memory: WebAssembly.Memory; convert: Convert };
  memory.grow(16);
  const to = Math.ceil((planes.length + 16) / 16) * 16;
  const bytes = new Uint8Array(memory.buffer);
  bytes.fill(77);
  bytes.set(planes);
  convert(0, to, width, height);
  expect(bytes[to + width * height * 4]).toBe(77);
  return bytes.slice(to, to + width * height * 4);
}

/** A sample between those of a plane, which lie at the middles of their blocks; the edge goes on. */
function blended(plane: Uint8Array, width: number, height: number, x: number, y: number): number {
  const at = (column: number, row: number): number =>
    plane[Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))] ?? 0;
  const column = x >> 1;
  const row = y >> 1;
  const [beside, below] = [column + (x % 2 === 0 ? -1 : 1), row + (y % 2 === 0 ? -1 : 1)];
  return (9 * at(column, row) + 3 * at(beside, row) + 3 * at(column, below) + at(beside, below)) / 16;
}

const clamped = (value: number): number => Math.min(255, Math.max(0, value));

it.each([
  [16, 2],
  [18, 4],
  [46, 6],
  [64, 8],
])('%i x %i pixels are those of BT.709 in limited range, to the rounding', async (width, height) => {
  const area = width * height;
  const planes = Uint8Array.from({ length: (area * 3) / 2 }, (_, index) => (index * 97 + (index >> 3) * 31) % 256);
  const [us, vs] = [planes.subarray(area, (area * 5) / 4), planes.subarray((area * 5) / 4)];

  const pixels = await converted(planes, width, height);

  let worst = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const light = (((planes[y * width + x] ?? 0) - 16) * 255) / 219;
      const u = ((blended(us, width / 2, height / 2, x, y) - 128) * 255) / 224;
      const v = ((blended(vs, width / 2, height / 2, x, y) - 128) * 255) / 224;
      const expected = [light + 1.5748 * v, light - 0.187324 * u - 0.468124 * v, light + 1.8556 * u];
      for (const [channel, value] of expected.entries()) {
        worst = Math.max(worst, Math.abs((pixels[4 * (y * width + x) + channel] ?? 0) - clamped(value)));
      }
      expect(pixels[4 * (y * width + x) + 3]).toBe(255);
    }
  }
  expect(worst).toBeLessThan(0.56);
});

it('flat colours come back exactly', async () => {
  const colours = [
    [16, 128, 128, 0, 0, 0],
    [235, 128, 128, 255, 255, 255],
    [63, 102, 240, 255, 0, 0],
    [173, 42, 26, 0, 255, 0],
    [32, 240, 118, 0, 0, 255],
  ];
  for (const [y = 0, u = 0, v = 0, ...rgb] of colours) {
    const planes = Uint8Array.from({ length: 48 }, (_, index) => (index < 32 ? y : index < 40 ? u : v));
    const pixels = await converted(planes, 16, 2);
    for (const [channel, value] of rgb.entries()) expect(Math.abs((pixels[channel] ?? 0) - value)).toBeLessThan(2);
  }
});
