/**
 * Pictures of ProRes put together from bands, rows that were encoded as pictures of their own. A picture is a row of slices of 16
 * lines after the other, of which none depends on another (SMPTE RDD 36, 5.2 and 5.3), so that those of a band are those of the whole. Pure.
 */
import { frameHead } from './frame-head.js';

/** Lines of a band: a whole number of rows of slices. Fewer spare more where little changes, and cost more where all does. */
export const BAND_LINES = 32;

/** Lines of a row of slices: one macroblock. */
const ROW_LINES = 16;
/** Place of the size of the frame header, which follows the frame's own size and name. */
const HEADER_AT = 8;
/** Place of the height in a frame. */
const HEIGHT_AT = 18;
/** Bytes that FFmpeg's encoders write of a picture header. */
const PICTURE_HEADER_BYTES = 8;

/** Bands of a picture; the last one may have fewer lines in it than it holds. */
export const bandCount = (height: number): number => Math.ceil(height / BAND_LINES);

/** The slices of a band's frame. */
export interface BandSlices {
  /** Frame header, as it stands in the frame. */
  readonly head: Buffer;
  /** Log2 of a slice's width in macroblocks and of its height, as they are written. */
  readonly shape: number;
  /** Bytes of each slice, two bytes each. */
  readonly sizes: Buffer;
  readonly data: Buffer;
}

/** The slices of a band's frame, which are parts of it. @throws {RangeError} when it is not one progressive picture. */
export function bandSlices(frame: Buffer): BandSlices {
  const { bytes } = frameHead(frame);
  const at = HEADER_AT + frame.readUInt16BE(HEADER_AT);
  const tables = at + PICTURE_HEADER_BYTES;
  if (bytes !== frame.length || tables > frame.length) throw new RangeError('a band is no whole frame of ProRes');
  const count = frame.readUInt16BE(at + 5);
  const data = tables + 2 * count;
  const isOnePicture = frame.readUInt8(at) >> 3 === PICTURE_HEADER_BYTES && frame.readUInt32BE(at + 1) === bytes - at;
  if (!isOnePicture || data > bytes) throw new RangeError('a band is not one picture of slices');
  const slices = {
    head: frame.subarray(0, at),
    shape: frame.readUInt8(at + 7),
    sizes: frame.subarray(tables, data),
    data: frame.subarray(data),
  };
  if (sumOf(slices.sizes) !== slices.data.length) throw new RangeError('the slices of a band are not whole');
  return slices;
}

function sumOf(sizes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < sizes.length; at += 2) sum += sizes.readUInt16BE(at);
  return sum;
}

/** The first rows of slices of a band. */
function upper(slices: BandSlices, rows: number): BandSlices {
  const sizes = slices.sizes.subarray(0, (slices.sizes.length / (BAND_LINES / ROW_LINES)) * rows);
  return { ...slices, sizes, data: slices.data.subarray(0, sumOf(sizes)) };
}

/**
 * The frame of `height` lines whose bands these are, from top to bottom, in `memory` where it fits in there and else in its own.
 * @throws {RangeError} when they are no such bands.
 */
export function joinBands(bands: readonly BandSlices[], height: number, memory: Buffer = Buffer.alloc(0)): Buffer {
  const [first, ...others] = bands;
  if (first === undefined || bands.length !== bandCount(height)) {
    throw new RangeError(`${bands.length} bands are no picture of ${height} lines`);
  }
  const last = Math.ceil(height / ROW_LINES) - others.length * (BAND_LINES / ROW_LINES);
  const parts = [...bands.slice(0, -1), upper(bands[others.length] as BandSlices, last)];
  for (const { head, shape, sizes } of others) {
    const isAlike = head.subarray(4).equals(first.head.subarray(4)) && shape === first.shape;
    if (!isAlike || sizes.length !== first.sizes.length) throw new RangeError('bands of one picture are not alike');
  }
  const start = first.head.length;
  const tables = parts.reduce((sum, { sizes }) => sum + sizes.length, 0);
  const bytes = parts.reduce((sum, { data }) => sum + data.length, start + PICTURE_HEADER_BYTES + tables);
  const frame = bytes <= memory.length ? memory.subarray(0, bytes) : Buffer.allocUnsafe(bytes);
  first.head.copy(frame);
  frame.writeUInt32BE(bytes, 0);
  frame.writeUInt16BE(height, HEIGHT_AT);
  frame.writeUInt8(PICTURE_HEADER_BYTES << 3, start);
  frame.writeUInt32BE(bytes - start, start + 1);
  frame.writeUInt16BE(tables / 2, start + 5);
  frame.writeUInt8(first.shape, start + 7);
  let sizesAt = start + PICTURE_HEADER_BYTES;
  let dataAt = sizesAt + tables;
  for (const { sizes, data } of parts) {
    sizesAt += sizes.copy(frame, sizesAt);
    dataAt += data.copy(frame, dataAt);
  }
  return frame;
}
