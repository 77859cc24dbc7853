/**
 * Writing PNG, for what the png-sequence needs: every file RGBA with 8 bits, though a browser may emit RGB, greyscale
 * or palette images for opaque pages (specification, png-sequence).
 */
import { promisify } from 'node:util';
import { deflate, type ZlibOptions } from 'node:zlib';
import { SIGNATURE, writeChunk } from './chunks.js';
import { decodePng, pngLayout } from './decode.js';

const deflateAsync = promisify(deflate) as (data: Buffer, options: ZlibOptions) => Promise<Buffer>;

const RGBA = 6;
/** Level 1 is several times faster than the default for about a tenth more bytes. */
const LEVEL = 1;

/** The image itself when it is RGBA with 8 bits, else the same picture as RGBA. @throws Error saying what cannot be read. */
export async function asRgbaPng(image: Buffer): Promise<Buffer> {
  if (pngLayout(image).rgba) return image;
  const { pixels, width, height } = await decodePng(image);
  return await encodeRgbaPng(pixels, width, height);
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
      for (let x = 0; x < stride; x += 1) {
        rows[to + 1 + x] = (pixels[from + x] as number) - (pixels[from + x - stride] as number);
      }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGBA, 0, 0, 0], 8);
  const data = await deflateAsync(rows, { level: LEVEL, chunkSize: 1024 * 1024 });
  const end = writeChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([SIGNATURE, writeChunk('IHDR', header), writeChunk('IDAT', data), end]);
}
