/** Bands of pictures, and frames of ProRes put together of them, on frames made by hand (docs/decisions/prores-in-bands.md). */
import { describe, expect, it } from 'vitest';
import { BandWatch } from '../../../libs/media/src/encode/changed-bands.js';
import { BAND_LINES, bandCount, bandSlices, joinBands } from '../../../libs/media/src/prores/bands.js';

const HEADER_BYTES = 20;

interface Band {
  /** Bytes of each slice, which hold their number from `first` on. */
  readonly sizes: readonly number[];
  readonly first: number;
  readonly width?: number;
}

/** The frame of a band: two rows of slices. */
function bandFrame({ sizes, first, width = 256 }: Band): Buffer {
  const header = Buffer.alloc(HEADER_BYTES, 7);
  header.writeUInt16BE(HEADER_BYTES, 0);
  header.writeUInt16BE(width, 8);
  header.writeUInt16BE(BAND_LINES, 10);
  const slices = sizes.map((size, index) => Buffer.alloc(size, first + index));
  const picture = Buffer.alloc(8 + 2 * sizes.length);
  const bytes = slices.reduce((sum, { length }) => sum + length, picture.length);
  picture.writeUInt8(8 << 3, 0);
  picture.writeUInt32BE(bytes, 1);
  picture.writeUInt16BE(sizes.length, 5);
  picture.writeUInt8(0x30, 7);
  for (const [index, size] of sizes.entries()) picture.writeUInt16BE(size, 8 + 2 * index);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + header.length + bytes, 0);
  head.write('icpf', 4, 'latin1');
  return Buffer.concat([head, header, picture, ...slices]);
}

const joined = (bands: readonly Buffer[], height: number, memory?: Buffer): Buffer =>
  joinBands(bands.map(bandSlices), height, memory);

const upper = bandFrame({ sizes: [3, 1, 2, 5], first: 1 });
const lower = bandFrame({ sizes: [4, 1, 1, 9], first: 5 });

describe('a frame of bands', () => {
  it.each([
    { height: 64, sizes: [3, 1, 2, 5, 4, 1, 1, 9] },
    { height: 63, sizes: [3, 1, 2, 5, 4, 1, 1, 9] },
    { height: 49, sizes: [3, 1, 2, 5, 4, 1, 1, 9] },
    { height: 48, sizes: [3, 1, 2, 5, 4, 1] },
    { height: 33, sizes: [3, 1, 2, 5, 4, 1] },
  ])('of $height lines holds the slices of its rows', ({ height, sizes }) => {
    const frame = joined([upper, lower], height);
    expect(frame.readUInt32BE(0)).toBe(frame.length);
    expect([frame.readUInt16BE(16), frame.readUInt16BE(18)]).toEqual([256, height]);
    const at = 8 + HEADER_BYTES;
    expect(frame.readUInt32BE(at + 1)).toBe(frame.length - at);
    expect(frame.readUInt16BE(at + 5)).toBe(sizes.length);
    expect(sizes.map((_, index) => frame.readUInt16BE(at + 8 + 2 * index))).toEqual(sizes);
    const data = sizes.flatMap((size, index) => Array.from({ length: size }, () => index + 1));
    expect([...frame.subarray(at + 8 + 2 * sizes.length)]).toEqual(data);
  });

  it('may be one band', () => {
    expect(joined([upper], 32)).toEqual(upper);
  });

  it('takes the memory that it is given where it is large enough', () => {
    const memory = Buffer.alloc(1_000, 9);
    const frame = joined([upper, lower], 64, memory);
    expect(frame).toEqual(joined([upper, lower], 64));
    expect(frame.buffer).toBe(memory.buffer);
    expect(joined([upper, lower], 64, Buffer.alloc(frame.length - 1))).toEqual(frame);
  });

  const cut = upper.subarray(0, upper.length - 1);
  const grown = Buffer.concat([upper, Buffer.alloc(1)]);
  grown.writeUInt32BE(grown.length, 0);
  const interlaced = Buffer.from(upper);
  interlaced.writeUInt32BE(9, 8 + HEADER_BYTES + 1);
  it.each([
    { what: 'none', bands: [], height: 32 },
    { what: 'too few', bands: [upper], height: 33 },
    { what: 'too many', bands: [upper, lower], height: 32 },
    { what: 'one that is cut off', bands: [upper, cut], height: 64 },
    { what: 'one with bytes that no slice has', bands: [upper, grown], height: 64 },
    { what: 'one of two pictures', bands: [interlaced], height: 32 },
    {
      what: 'one of another width',
      bands: [upper, bandFrame({ sizes: [1, 1, 1, 1], first: 5, width: 200 })],
      height: 64,
    },
    { what: 'one of other slices', bands: [upper, bandFrame({ sizes: [1, 1], first: 5 })], height: 64 },
    { what: 'what is no ProRes', bands: [Buffer.alloc(100)], height: 32 },
  ])('is not made of $what', ({ bands, height }) => {
    expect(() => joined(bands, height)).toThrow(RangeError);
  });
});

describe('bands that have changed', () => {
  const lineBytes = 4;
  const painted = (height: number, lines: readonly number[] = []): Buffer => {
    const picture = Buffer.alloc(lineBytes * height);
    for (const line of lines) picture.fill(200, line * lineBytes, line * lineBytes + 1);
    return picture;
  };
  const bytesOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

  it('are all of the first picture, then those in which a byte differs', () => {
    const watch = new BandWatch(1, 100, lineBytes);
    expect(bandCount(100)).toBe(4);
    expect(watch.changed(painted(100)).bands).toEqual([0, 1, 2, 3]);
    expect(watch.changed(painted(100)).bands).toEqual([]);
    expect(watch.changed(painted(100, [31, 64])).bands).toEqual([0, 2]);
    expect(watch.changed(painted(100, [31, 64])).bands).toEqual([]);
    expect(watch.changed(painted(100, [32, 64])).bands).toEqual([0, 1]);
    expect(watch.changed(painted(100, [99])).bands).toEqual([1, 2, 3]);
    expect(watch.changed(painted(100)).bands).toEqual([3]);
  });

  it('have the lines of the picture, and the last one its last line as often as is missing', () => {
    const watch = new BandWatch(1, 35, lineBytes);
    const all = watch.changed(painted(35, [34]));
    expect(bytesOf(all.parts)).toBe(2 * BAND_LINES * lineBytes);
    expect(Buffer.concat(all.parts).subarray(0, 35 * lineBytes)).toEqual(painted(35, [34]));
    expect(Buffer.concat(all.parts).subarray(35 * lineBytes)).toEqual(
      Buffer.concat(Array.from({ length: 29 }, () => painted(1, [0]))),
    );
    const { bands, parts } = watch.changed(painted(35, [0, 34]));
    expect(bands).toEqual([0]);
    expect(Buffer.concat(parts)).toEqual(painted(BAND_LINES, [0]));
  });

  it('do not hang on the memory of the picture before', () => {
    const watch = new BandWatch(1, 64, lineBytes);
    const memory = painted(64);
    watch.changed(memory);
    memory.fill(9, 40 * lineBytes);
    expect(watch.changed(memory).bands).toEqual([1]);
  });
});
