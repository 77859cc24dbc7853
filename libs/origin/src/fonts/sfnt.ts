/** Reading and writing the container of TrueType fonts (OpenType specification, "OpenType font file"). */

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;
const TRUETYPE = 0x00010000;

export type FontTables = ReadonlyMap<string, Buffer>;

/** The tables of a font by their tags. The font must come from `woffToSfnt` or be otherwise sound. */
export function readTables(sfnt: Buffer): FontTables {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < sfnt.readUInt16BE(4); index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const start = sfnt.readUInt32BE(entry + 8);
    const tag = sfnt.toString('latin1', entry, entry + 4);
    tables.set(tag, sfnt.subarray(start, start + sfnt.readUInt32BE(entry + 12)));
  }
  return tables;
}

/** A TrueType font of these tables, with fresh checksums. */
export function writeTables(tables: FontTables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const directory = Buffer.alloc(HEADER_BYTES + sorted.length * ENTRY_BYTES);
  const log = Math.floor(Math.log2(sorted.length));
  directory.writeUInt32BE(TRUETYPE, 0);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(2 ** log * ENTRY_BYTES, 6);
  directory.writeUInt16BE(log, 8);
  directory.writeUInt16BE((sorted.length - 2 ** log) * ENTRY_BYTES, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, [tag, source]] of sorted.entries()) {
    const table = Buffer.alloc(Math.ceil(source.length / 4) * 4);
    source.copy(table);
    // The adjustment for the whole file counts as zero while sums are made.
    if (tag === 'head') table.writeUInt32BE(0, 8);
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(sumOf(table), entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(source.length, entry + 12);
    parts.push(table);
    offset += table.length;
  }
  const sfnt = Buffer.concat(parts);
  const head = sorted.findIndex(([tag]) => tag === 'head');
  if (head >= 0) {
    const at = directory.readUInt32BE(HEADER_BYTES + head * ENTRY_BYTES + 8) + 8;
    sfnt.writeUInt32BE((0xb1b0afba - sumOf(sfnt)) >>> 0, at);
  }
  return sfnt;
}

/** Sum of the bytes as big-endian words, modulo 2 to the 32; the length must be a multiple of 4. */
function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
