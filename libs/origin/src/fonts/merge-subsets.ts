import { readCharacterMap, writeCharacterMap } from './character-map.js';
import { type FontTables, readTables, writeTables } from './sfnt.js';

/** Tables that describe each glyph of one subset alone and have no part in drawing unhinted outlines. */
const DROPPED = ['hdmx', 'LTSH', 'VDMX', 'DSIG'];

/**
 * One TrueType font with the characters of several subsets of the same font. A machine's font matching picks one file
 * for a family, so that with one file for each subset a Polish or Russian text would fall to another family. The first
 * subset keeps its glyph numbers and with them its layout rules (kerning, ligatures); of the others the outlines,
 * widths and characters are appended, as far as no earlier subset has the character. `weight` (100 to 900) becomes that of the
 * font: files made for old systems say 250 for 100 and 200 alike, and a machine's matching could not tell them apart.
 * @throws {RangeError} when a font has no TrueType outlines or they have different units.
 */
export function mergeSubsets(fonts: readonly Buffer[], weight: number): Buffer {
  const [only, second] = fonts;
  if (only !== undefined && second === undefined) return only;
  const all = fonts.map(readTables);
  const [base] = all;
  if (base === undefined) throw new RangeError('there is no font to merge');
  const outlines: Buffer[] = [];
  const metrics: Buffer[] = [];
  const characters = new Map<number, number>();
  for (const font of all) {
    if (table(font, 'head').readUInt16BE(18) !== table(base, 'head').readUInt16BE(18)) {
      throw new RangeError('the subsets have different units per em');
    }
    const shift = outlines.length;
    outlines.push(...glyphsOf(font).map((glyph) => shiftComponents(glyph, shift)));
    metrics.push(...metricsOf(font));
    for (const [code, glyph] of readCharacterMap(table(font, 'cmap'))) {
      if (!characters.has(code)) characters.set(code, glyph + shift);
    }
  }
  if (outlines.length > 0xffff) throw new RangeError(`${outlines.length} glyphs do not fit one font`);

  const merged = new Map(base);
  for (const tag of DROPPED) merged.delete(tag);
  const loca = Buffer.alloc((outlines.length + 1) * 4);
  let offset = 0;
  for (const [index, glyph] of outlines.entries()) {
    offset += glyph.length;
    loca.writeUInt32BE(offset, (index + 1) * 4);
  }
  merged.set('glyf', Buffer.concat(outlines));
  merged.set('loca', loca);
  merged.set('hmtx', Buffer.concat(metrics));
  merged.set('cmap', writeCharacterMap(characters));
  const head = changed(merged, 'head');
  head.writeInt16BE(1, 50);
  changed(merged, 'hhea').writeUInt16BE(outlines.length, 34);
  // All limits of `maxp` behind the number of glyphs: the largest of any subset.
  const maxp = changed(merged, 'maxp');
  for (let at = 6; at + 2 <= maxp.length; at += 2) {
    maxp.writeUInt16BE(Math.max(...all.map((font) => table(font, 'maxp').readUInt16BE(at))), at);
  }
  maxp.writeUInt16BE(outlines.length, 4);
  // Format 3 of `post` names no glyphs, so that it fits any number of them.
  const post = Buffer.from(table(base, 'post').subarray(0, 32));
  post.writeUInt32BE(0x00030000, 0);
  merged.set('post', post);
  const os2 = changed(merged, 'OS/2');
  os2.writeUInt16BE(weight, 4);
  for (const at of [42, 46, 50, 54]) {
    os2.writeUInt32BE(
      all.reduce((bits, font) => (bits | table(font, 'OS/2').readUInt32BE(at)) >>> 0, 0),
      at,
    );
  }
  return writeTables(merged);
}

function table(font: FontTables, tag: string): Buffer {
  const found = font.get(tag);
  if (found === undefined) throw new RangeError(`the font has no table "${tag}"`);
  return found;
}

/** A copy that may be written to, in place of the shared one. */
function changed(font: Map<string, Buffer>, tag: string): Buffer {
  const copy = Buffer.from(table(font, tag));
  font.set(tag, copy);
  return copy;
}

function glyphsOf(font: FontTables): Buffer[] {
  const [glyf, loca] = [table(font, 'glyf'), table(font, 'loca')];
  const long = table(font, 'head').readInt16BE(50) === 1;
  const offset = (index: number) => (long ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2);
  return Array.from({ length: table(font, 'maxp').readUInt16BE(4) }, (_, index) => {
    const bytes = glyf.subarray(offset(index), offset(index + 1));
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    return padded;
  });
}

/** Advance and left bearing of each glyph; glyphs behind the last full entry repeat its advance. */
function metricsOf(font: FontTables): Buffer[] {
  const hmtx = table(font, 'hmtx');
  const full = table(font, 'hhea').readUInt16BE(34);
  return Array.from({ length: table(font, 'maxp').readUInt16BE(4) }, (_, index) => {
    const entry = Buffer.alloc(4);
    hmtx.copy(entry, 0, Math.min(index, full - 1) * 4, Math.min(index, full - 1) * 4 + 4);
    if (index >= full) hmtx.copy(entry, 2, full * 4 + (index - full) * 2, full * 4 + (index - full) * 2 + 2);
    return entry;
  });
}

/** Renumbers the parts of a composite glyph; a simple glyph stays as it is. */
function shiftComponents(glyph: Buffer, shift: number): Buffer {
  if (shift === 0 || glyph.length === 0 || glyph.readInt16BE(0) >= 0) return glyph;
  let at = 10;
  for (;;) {
    const flags = glyph.readUInt16BE(at);
    glyph.writeUInt16BE(glyph.readUInt16BE(at + 2) + shift, at + 2);
    // Arguments are words or bytes; then comes one scale, two, or a matrix of four.
    at += 4 + (flags & 0x0001 ? 4 : 2) + (flags & 0x0008 ? 2 : flags & 0x0040 ? 4 : flags & 0x0080 ? 8 : 0);
    if ((flags & 0x0020) === 0) return glyph;
  }
}
