/** Reading PNG as RGBA, as a browser or FFmpeg writes it: 8 bits per sample, any colour type, not interlaced. */
import { promisify } from 'node:util';
import { inflate, type ZlibOptions } from 'node:zlib';
import { freeMemory } from '@framefarm/process';
import { type ImageSize, pngSize } from '../encode/image-size.js';
import { type PngChunk, readChunks } from './chunks.js';
import { unfilterRows } from './row-filters.js';

const inflateAsync = promisify(inflate) as (data: Buffer, options: ZlibOptions) => Promise<Buffer>;

/** Samples per pixel by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const RGB = 2;
const PALETTE = 3;
const GREY_ALPHA = 4;
const RGBA = 6;
/** Bytes after the last row that some writers leave; they are ignored. */
const SURPLUS_BYTES = 65_536;

/** A picture without its file: 4 bytes a pixel, row by row from the top, alpha not premultiplied. */
export interface Pixels {
  /** `width × height × 4` bytes: red, green, blue, alpha. */
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** How the samples of a file are laid out, from its header. @throws Error saying what cannot be read. */
export function pngLayout(image: Buffer): ImageSize & { readonly rgba: boolean; readonly type: number } {
  const size = pngSize(image);
  if (size === null) throw new Error('it is no PNG image');
  const [depth, type, interlace] = [image[24], image[25] ?? -1, image[28]];
  if (depth !== 8 || CHANNELS[type] === undefined || interlace !== 0) {
    throw new Error(
      `it has colour type ${type}, ${depth} bits, interlace ${interlace}; 8 bits without interlace are read`,
    );
  }
  return { ...size, type, rgba: type === RGBA };
}

/**
 * The pixels of a PNG image as RGBA. Palettes and transparent colours (`tRNS`) are applied; colour profiles and gamma
 * are not, the samples stay as they are.
 * @throws Error saying what cannot be read: no PNG, another depth, interlaced, cut short, or damaged data.
 */
export async function decodePng(image: Buffer): Promise<Pixels> {
  const { width, height, type } = pngLayout(image);
  const channels = CHANNELS[type] ?? 1;
  const stride = width * channels;
  const length = (stride + 1) * height;
  const chunks = readChunks(image);
  // Room for all of it at once: inflating in the usual 16 KiB pieces takes far longer, and zlib takes as much again when it
  // is filled. A file that holds much more than its header says is refused.
  const room = { chunkSize: Math.max(64, length + 1), maxOutputLength: length + SURPLUS_BYTES };
  const rows = await inflateAsync(joined(chunks), room);
  if (rows.length < length) throw new Error('its pixel data is cut short');
  unfilterRows(rows, stride, height, channels);
  const pixels = Buffer.allocUnsafe(width * height * 4);
  const write = rowWriter(type, chunks);
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    write(row, pixels.subarray(y * width * 4, (y + 1) * width * 4));
  }
  freeMemory(rows);
  return { pixels, width, height };
}

function joined(chunks: readonly PngChunk[]): Buffer {
  const parts = chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data);
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

type RowWriter = (row: Uint8Array, out: Buffer) => void;

/** What turns a row of samples of colour type `type` into RGBA. */
function rowWriter(type: number, chunks: readonly PngChunk[]): RowWriter {
  const transparency = chunks.find((chunk) => chunk.type === 'tRNS')?.data;
  const palette = chunks.find((chunk) => chunk.type === 'PLTE')?.data;
  if (type === RGBA) return (row, out) => out.set(row);
  if (type === RGB) return (row, out) => rgbRow(row, out, transparency);
  if (type === PALETTE) return (row, out) => paletteRow(row, out, palette, transparency);
  return (row, out) => greyRow(row, out, type === GREY_ALPHA ? 2 : 1, transparency);
}

/** The one clear colour (`tRNS`) is given in 16 bits a sample; with 8 bits only the low byte counts. */
function rgbRow(row: Uint8Array, out: Buffer, transparency: Buffer | undefined): void {
  for (let at = 0, to = 0; at < row.length; at += 3, to += 4) {
    out[to] = row[at] as number;
    out[to + 1] = row[at + 1] as number;
    out[to + 2] = row[at + 2] as number;
    out[to + 3] = 255;
  }
  if (transparency === undefined) return;
  const [red, green, blue] = [transparency[1], transparency[3], transparency[5]];
  for (let to = 0; to < out.length; to += 4) {
    if (out[to] === red && out[to + 1] === green && out[to + 2] === blue) out[to + 3] = 0;
  }
}

function paletteRow(row: Uint8Array, out: Buffer, palette: Buffer | undefined, transparency: Buffer | undefined): void {
  for (let at = 0, to = 0; at < row.length; at += 1, to += 4) {
    const entry = row[at] as number;
    out[to] = palette?.[entry * 3] ?? 0;
    out[to + 1] = palette?.[entry * 3 + 1] ?? 0;
    out[to + 2] = palette?.[entry * 3 + 2] ?? 0;
    out[to + 3] = transparency?.[entry] ?? 255;
  }
}

/** `step` 1 is grey, 2 is grey and alpha. */
function greyRow(row: Uint8Array, out: Buffer, step: 1 | 2, transparency: Buffer | undefined): void {
  for (let at = 0, to = 0; at < row.length; at += step, to += 4) {
    const grey = row[at] as number;
    out.fill(grey, to, to + 3);
    out[to + 3] = step === 2 ? (row[at + 1] as number) : transparency?.[1] === grey ? 0 : 255;
  }
}
