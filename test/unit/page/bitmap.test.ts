/** The picture file of a backdrop, as other programs read it. */
import { describe, expect, it } from 'vitest';
import { bitmapFile } from '../../../libs/page/src/surface/workers/bitmap.js';

describe('a bitmap file', () => {
  it('names its size, its order of rows, and where its pixels are', () => {
    const { file, pixels } = bitmapFile(6, 4);
    pixels[0] = 200;
    const bytes = Buffer.from(file);
    expect(bytes.toString('latin1', 0, 2)).toBe('BM');
    expect(bytes.readUInt32LE(2)).toBe(bytes.length);
    expect(bytes[bytes.readUInt32LE(10)]).toBe(200);
    expect([bytes.readInt32LE(18), bytes.readInt32LE(22)]).toEqual([6, -4]);
    expect([bytes.readUInt16LE(28), bytes.readUInt32LE(30)]).toEqual([32, 0]);
    expect(pixels).toHaveLength(6 * 4 * 4);
  });
});
