import { deflateSync } from 'node:zlib';
import { decodePng } from '@framefarm/media';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { SIGNATURE, writeChunk } from '../../../libs/media/src/png/chunks.js';
import { asRgbaPng, encodeRgbaPng } from '../../../libs/media/src/png/encode.js';

/** Repeatable noise over a ramp, so that no filter sees a trivial neighbour. */
function picture(width: number, height: number, alpha: boolean): Buffer {
  const pixels = Buffer.alloc(width * height * 4);
  let seed = 7;
  for (let at = 0; at < pixels.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    pixels[at] = at % 4 === 3 && !alpha ? 255 : (at >> 3) + (seed >> 20);
  }
  return pixels;
}

function written(pixels: Buffer, width: number, height: number, options: object): Buffer {
  const png = new PNG({ width, height });
  pixels.copy(png.data);
  return PNG.sync.write(png, { inputHasAlpha: true, ...options });
}

/** A PNG with samples given directly, filter 0 on each row. */
function raw(type: number, samples: readonly (readonly number[])[], channels: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE((samples[0]?.length ?? 0) / channels, 0);
  header.writeUInt32BE(samples.length, 4);
  header.set([8, type, 0, 0, 0], 8);
  const data = deflateSync(Buffer.from(samples.flatMap((row) => [0, ...row])));
  return Buffer.concat([SIGNATURE, writeChunk('IHDR', header), ...extra, writeChunk('IDAT', data)]);
}

describe('decodePng', () => {
  it.each([0, 1, 2, 3, 4])('undoes row filter %i, with and without alpha', async (filterType) => {
    for (const [width, height, alpha] of [
      [37, 11, true],
      [64, 9, false],
      [1, 5, true],
    ] as const) {
      const pixels = picture(width, height, alpha);
      const image = written(pixels, width, height, { filterType, colorType: alpha ? 6 : 2 });
      const decoded = await decodePng(image);
      expect(decoded).toMatchObject({ width, height });
      expect(decoded.pixels.equals(pixels)).toBe(true);
    }
  });

  it('reads grey, grey with alpha, a palette and a clear colour', async () => {
    const grey = raw(0, [[10, 20]], 1, [writeChunk('tRNS', Buffer.from([0, 20]))]);
    expect([...(await decodePng(grey)).pixels]).toEqual([10, 10, 10, 255, 20, 20, 20, 0]);
    const greyAlpha = raw(4, [[10, 128, 20, 0]], 2);
    expect([...(await decodePng(greyAlpha)).pixels]).toEqual([10, 10, 10, 128, 20, 20, 20, 0]);
    const colours = [writeChunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6])), writeChunk('tRNS', Buffer.from([99]))];
    expect([...(await decodePng(raw(3, [[1, 0]], 1, colours))).pixels]).toEqual([4, 5, 6, 255, 1, 2, 3, 99]);
    const clear = raw(2, [[1, 2, 3, 4, 5, 6]], 3, [writeChunk('tRNS', Buffer.from([0, 1, 0, 2, 0, 3]))]);
    expect([...(await decodePng(clear)).pixels]).toEqual([1, 2, 3, 0, 4, 5, 6, 255]);
  });

  it('reads what it writes, and what is RGBA already is not written again', async () => {
    const pixels = picture(33, 17, true);
    const image = await encodeRgbaPng(pixels, 33, 17);
    expect((await decodePng(image)).pixels.equals(pixels)).toBe(true);
    expect(await asRgbaPng(image)).toBe(image);
    const opaque = picture(33, 17, false);
    const rgba = await asRgbaPng(written(opaque, 33, 17, { colorType: 2 }));
    expect(rgba[25]).toBe(6);
    expect((await decodePng(rgba)).pixels.equals(opaque)).toBe(true);
  });

  it('says what it cannot read', async () => {
    const image = written(picture(8, 8, true), 8, 8, { colorType: 6 });
    await expect(decodePng(Buffer.from('<html>'))).rejects.toThrow('no PNG image');
    await expect(decodePng(written(picture(8, 8, true), 8, 8, { bitDepth: 16 }))).rejects.toThrow('16 bits');
    const tall = Buffer.from(image);
    tall.writeUInt32BE(9, 20);
    await expect(decodePng(tall)).rejects.toThrow('cut short');
    const filter = raw(0, [[1]], 1);
    const damaged = Buffer.concat([filter.subarray(0, 33), writeChunk('IDAT', deflateSync(Buffer.from([5, 1])))]);
    await expect(decodePng(damaged)).rejects.toThrow('filter 5');
  });
});

describe('encodeRgbaPng', () => {
  it.each([
    [37, 11],
    [1, 1],
    [64, 9],
  ])('codes %i×%i pixels that another reader gets back, wherever they lie in memory', async (width, height) => {
    for (const offset of [0, 1, 2, 3]) {
      const pixels = picture(width, height, true);
      const moved = Buffer.alloc(pixels.length + 4).subarray(offset, offset + pixels.length);
      pixels.copy(moved);
      const coding = encodeRgbaPng(moved, width, height);
      // Read by then: the memory is the caller's again.
      moved.fill(0);
      expect(PNG.sync.read(await coding).data.equals(pixels)).toBe(true);
    }
  });
});
