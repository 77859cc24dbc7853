/**
 * Reading and writing PNG, for what the png-sequence needs: every file RGBA, though a browser may emit RGB, greyscale
 * or palette images for opaque pages (specification, png-sequence). 8 bits per sample, not interlaced.
 */
import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { pngSize } from './image-size.js';

const inflateAsync = promisify(inflate);
const deflateAsync = promisify(deflate) as (data: Buffer, options: { level: number }) => Promise<Buffer>;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGBA = 6;
/** Samples per pixel by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Level 1 is several times faster than the default for about a tenth more bytes. */
const LEVEL = 1;

/** The image itself when it is RGBA with 8 bits, else the same picture as RGBA. @throws Error saying what cannot be read. */
export async function asRgbaPng(image: Buffer): Promise<Buffer> {
  const size = pngSize(image);
  if (size === null) throw new Error('it is no PNG image');
  const [depth, type, interlace] = [image[24], image[25] ?? -1, image[28]];
  if (depth === 8 && type === RGBA) return image;
  const channels = CHANNELS[type];
  if (depth !== 8 || channels === undefined || interlace !== 0) {
    throw new Error(
      `it has colour type ${type}, ${depth} bits, interlace ${interlace}; 8 bits without interlace are read`,
    );
  }
  const chunks = readChunks(image);
  const data = await inflateAsync(
    Buffer.concat(chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data)),
  );
  const samples = unfilter(data, size.width * channels, size.height, channels);
  const palette = chunks.find((chunk) => chunk.type === 'PLTE')?.data;
  const transparency = chunks.find((chunk) => chunk.type === 'tRNS')?.data;
  return encodeRgbaPng(expand(samples, type, palette, transparency), size.width, size.height);
}

/** Writes RGBA pixels, 4 bytes each, row by row, as PNG. */
export async function encodeRgbaPng(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  const stride = width * 4;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const from = y * stride;
    const to = y * (stride + 1);
    // Filter "up": held areas become zeros, and it costs one subtraction a byte.
    rows[to] = y === 0 ? 0 : 2;
    if (y === 0) pixels.copy(rows, 1, 0, stride);
    else
      for (let x = 0; x < stride; x += 1) rows[to + 1 + x] = (pixels[from + x] ?? 0) - (pixels[from + x - stride] ?? 0);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGBA, 0, 0, 0], 8);
  const data = await deflateAsync(rows, { level: LEVEL });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

function readChunks(image: Buffer): { readonly type: string; readonly data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  let at = 8;
  while (at + 12 <= image.length) {
    const length = image.readUInt32BE(at);
    chunks.push({ type: image.toString('latin1', at + 4, at + 8), data: image.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Undoes the five row filters of the PNG format. */
function unfilter(data: Buffer, stride: number, height: number, bytesPerPixel: number): Buffer {
  if (data.length < (stride + 1) * height) throw new Error('its pixel data is cut short');
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= bytesPerPixel ? (out[at - bytesPerPixel] ?? 0) : 0;
      const up = y > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = y > 0 && x >= bytesPerPixel ? (out[at - stride - bytesPerPixel] ?? 0) : 0;
      out[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return out;
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function expand(samples: Buffer, type: number, palette: Buffer | undefined, transparency: Buffer | undefined): Buffer {
  const channels = CHANNELS[type] ?? 1;
  const pixels = samples.length / channels;
  const out = Buffer.alloc(pixels * 4);
  for (let i = 0; i < pixels; i += 1) {
    const [a = 0, b = 0, c = 0] = samples.subarray(i * channels, i * channels + channels);
    if (type === 3) {
      out.set(
        [palette?.[a * 3] ?? 0, palette?.[a * 3 + 1] ?? 0, palette?.[a * 3 + 2] ?? 0, transparency?.[a] ?? 255],
        i * 4,
      );
    } else if (type === 2) {
      const clear = transparency?.[1] === a && transparency[3] === b && transparency[5] === c;
      out.set([a, b, c, clear ? 0 : 255], i * 4);
    } else {
      const alpha = type === 4 ? b : transparency?.[1] === a ? 0 : 255;
      out.set([a, a, a, alpha], i * 4);
    }
  }
  return out;
}
