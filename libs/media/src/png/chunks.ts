/** The container of a PNG file: a signature, then chunks of length, type, data and checksum. */
import { crc32 } from 'node:zlib';

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a PNG file, their checksums unread; what was cut off at its end is left out. */
export function readChunks(image: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= image.length) {
    const length = image.readUInt32BE(at);
    chunks.push({ type: image.toString('latin1', at + 4, at + 8), data: image.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** One chunk as it stands in a file; `type`: four letters of ASCII. */
export function writeChunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}
