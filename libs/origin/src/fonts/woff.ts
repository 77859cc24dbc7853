import { inflateSync } from 'node:zlib';

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;
/** Decoded bytes of one table at most; no font framefarm ships comes near. */
const TABLE_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Unpacks a WOFF 1.0 font to the SFNT (TrueType or OpenType) file it was made from, for font systems that read no
 * compressed fonts. Table bytes and checksums stay as they are (W3C WOFF File Format 1.0, sections 3 to 5).
 * @throws {RangeError} when the bytes are no complete WOFF file.
 */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.length < WOFF_HEADER_BYTES || woff.toString('latin1', 0, 4) !== 'wOFF') {
    throw new RangeError('not a WOFF file: the signature is missing');
  }
  const flavor = woff.readUInt32BE(4);
  const count = woff.readUInt16BE(12);
  if (count === 0 || WOFF_HEADER_BYTES + count * WOFF_ENTRY_BYTES > woff.length) {
    throw new RangeError(`not a WOFF file: a directory of ${count} tables does not fit`);
  }
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  // The search fields describe the largest power of two that is not above the number of tables.
  const log = Math.floor(Math.log2(count));
  directory.writeUInt32BE(flavor, 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** log * SFNT_ENTRY_BYTES, 6);
  directory.writeUInt16BE(log, 8);
  directory.writeUInt16BE((count - 2 ** log) * SFNT_ENTRY_BYTES, 10);

  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const table = readTable(woff, entry);
    const target = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    woff.copy(directory, target, entry, entry + 4);
    directory.writeUInt32BE(woff.readUInt32BE(entry + 16), target + 4);
    directory.writeUInt32BE(offset, target + 8);
    directory.writeUInt32BE(table.length, target + 12);
    const padding = (4 - (table.length % 4)) % 4;
    parts.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  }
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, entry: number): Buffer {
  const tag = woff.toString('latin1', entry, entry + 4);
  const start = woff.readUInt32BE(entry + 4);
  const packed = woff.readUInt32BE(entry + 8);
  const length = woff.readUInt32BE(entry + 12);
  if (start + packed > woff.length || packed > length || length > TABLE_LIMIT_BYTES) {
    throw new RangeError(`WOFF table "${tag}" lies outside the file`);
  }
  const bytes = woff.subarray(start, start + packed);
  if (packed === length) return bytes;
  let table: Buffer;
  try {
    table = inflateSync(bytes, { maxOutputLength: length });
  } catch (cause) {
    throw new RangeError(`WOFF table "${tag}" cannot be unpacked`, { cause });
  }
  if (table.length !== length)
    throw new RangeError(`WOFF table "${tag}" has ${table.length} bytes instead of ${length}`);
  return table;
}
