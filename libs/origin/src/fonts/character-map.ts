/** Reading and writing the table `cmap`: characters to glyphs (OpenType specification). */

/** Code point to glyph of the widest Unicode subtable: format 12, else format 4. Others are not used by web fonts. */
export function readCharacterMap(cmap: Buffer): ReadonlyMap<number, number> {
  const map = new Map<number, number>();
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8));
  const format = (at: number) => cmap.readUInt16BE(at);
  const wide = offsets.find((at) => format(at) === 12);
  if (wide !== undefined) {
    for (let group = 0; group < cmap.readUInt32BE(wide + 12); group += 1) {
      const at = wide + 16 + group * 12;
      const first = cmap.readUInt32BE(at);
      for (let code = first; code <= cmap.readUInt32BE(at + 4); code += 1) {
        map.set(code, cmap.readUInt32BE(at + 8) + code - first);
      }
    }
    return map;
  }
  const narrow = offsets.find((at) => format(at) === 4);
  if (narrow === undefined) throw new RangeError('the font maps no characters in format 4 or 12');
  const width = cmap.readUInt16BE(narrow + 6);
  for (let segment = 0; segment < width; segment += 2) {
    const last = cmap.readUInt16BE(narrow + 14 + segment);
    const first = cmap.readUInt16BE(narrow + 16 + width + segment);
    const delta = cmap.readUInt16BE(narrow + 16 + 2 * width + segment);
    const rangeAt = narrow + 16 + 3 * width + segment;
    const range = cmap.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      // A range counts in bytes from its own place in the table.
      const raw = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + 2 * (code - first));
      const glyph = raw === 0 && range !== 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) map.set(code, glyph);
    }
  }
  return map;
}

/** A `cmap` of one subtable in format 12. */
export function writeCharacterMap(map: ReadonlyMap<number, number>): Buffer {
  const groups: { first: number; last: number; glyph: number }[] = [];
  for (const [code, glyph] of [...map].sort(([a], [b]) => a - b)) {
    const group = groups.at(-1);
    if (group !== undefined && code === group.last + 1 && glyph === group.glyph + code - group.first) group.last = code;
    else groups.push({ first: code, last: code, glyph });
  }
  const table = Buffer.alloc(12 + 16 + groups.length * 12);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(table.length - 12, 16);
  table.writeUInt32BE(groups.length, 24);
  for (const [index, { first, last, glyph }] of groups.entries()) {
    const at = 28 + index * 12;
    table.writeUInt32BE(first, at);
    table.writeUInt32BE(last, at + 4);
    table.writeUInt32BE(glyph, at + 8);
  }
  return table;
}
