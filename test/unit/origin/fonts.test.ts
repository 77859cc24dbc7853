import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  FONT_ALIASES,
  fontDirectories,
  fontTexts,
  mentionedFonts,
  mergeSubsets,
  parseFontServiceUrl,
  planFonts,
  prepareFontConfig,
  woffToSfnt,
} from '@framefarm/origin';
import { describe, expect, it } from 'vitest';
import { readCharacterMap } from '../../../libs/origin/src/fonts/character-map.js';
import { readTables } from '../../../libs/origin/src/fonts/sfnt.js';
import { scratchTree } from './scratch-tree.js';

const interDir = fontDirectories().find(({ prefix }) => prefix.endsWith('/inter/'))?.directory ?? '';
const interWoff = readFileSync(join(interDir, 'inter-latin-400-normal.woff'));

/** Sum of a table's bytes as big-endian words, which its directory entry states. */
function checksum(table: Buffer): number {
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

describe('woffToSfnt', () => {
  it('restores every table with its own checksum', () => {
    const sfnt = woffToSfnt(interWoff);
    expect(sfnt.readUInt32BE(0)).toBe(0x00010000);
    expect(sfnt.length).toBe(interWoff.readUInt32BE(16));
    const tables: string[] = [];
    for (let index = 0; index < sfnt.readUInt16BE(4); index += 1) {
      const entry = 12 + index * 16;
      const tag = sfnt.toString('latin1', entry, entry + 4);
      const offset = sfnt.readUInt32BE(entry + 8);
      expect(offset % 4).toBe(0);
      const table = Buffer.from(sfnt.subarray(offset, offset + sfnt.readUInt32BE(entry + 12)));
      // The checksum of head leaves out the field that makes the whole file's sum come out.
      if (tag === 'head') table.writeUInt32BE(0, 8);
      expect(checksum(table), tag).toBe(sfnt.readUInt32BE(entry + 4));
      tables.push(tag);
    }
    expect(tables).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'hmtx', 'loca', 'maxp', 'name']));
  });

  it('refuses what is no whole font', () => {
    expect(() => woffToSfnt(Buffer.from('wOF2'))).toThrow(RangeError);
    expect(() => woffToSfnt(interWoff.subarray(0, 60))).toThrow(RangeError);
    expect(() => woffToSfnt(interWoff.subarray(0, interWoff.length - 100))).toThrow(/lies outside/);
    const damaged = Buffer.from(interWoff);
    damaged.fill(0xff, 400, 4000);
    expect(() => woffToSfnt(damaged)).toThrow(RangeError);
    const endless = Buffer.from(interWoff);
    endless.writeUInt32BE(0xffffffff, 44 + 12);
    expect(() => woffToSfnt(endless)).toThrow(RangeError);
  });
});

describe('mergeSubsets', () => {
  const subset = (name: string) => woffToSfnt(readFileSync(join(interDir, `inter-${name}-400-normal.woff`)));
  const table = (font: Buffer, tag: string) => readTables(font).get(tag) ?? Buffer.alloc(0);
  const glyphCount = (font: Buffer) => table(font, 'maxp').readUInt16BE(4);
  const characters = (font: Buffer) => readCharacterMap(table(font, 'cmap'));
  const advance = (font: Buffer, glyph: number) => {
    const last = table(font, 'hhea').readUInt16BE(34) - 1;
    return table(font, 'hmtx').readUInt16BE(Math.min(glyph, last) * 4);
  };
  const outline = (font: Buffer, glyph: number) => {
    const long = table(font, 'head').readInt16BE(50) === 1;
    const at = (index: number) => {
      const loca = table(font, 'loca');
      return long ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
    };
    return table(font, 'glyf').subarray(at(glyph), at(glyph + 1));
  };

  it('keeps every character of every subset with its width and shape', () => {
    const parts = ['latin', 'latin-ext', 'cyrillic', 'greek'].map(subset);
    const merged = mergeSubsets(parts, 400);
    const all = characters(merged);
    expect(glyphCount(merged)).toBe(parts.reduce((sum, part) => sum + glyphCount(part), 0));
    const seen = new Set<number>();
    let composites = 0;
    for (const part of parts) {
      for (const [code, glyph] of characters(part)) {
        if (seen.has(code)) continue;
        seen.add(code);
        const target = all.get(code) ?? 0;
        expect(advance(merged, target), `U+${code.toString(16)}`).toBe(advance(part, glyph));
        const [before, after] = [outline(part, glyph), outline(merged, target)];
        if (before.length === 0) continue;
        expect(after.subarray(0, 10).equals(before.subarray(0, 10))).toBe(true);
        if (before.readInt16BE(0) >= 0) expect(after.subarray(0, before.length).equals(before)).toBe(true);
        else {
          composites += 1;
          expect(after.readUInt16BE(12) - before.readUInt16BE(12)).toBe(target - glyph);
        }
      }
    }
    expect(all.size).toBe(seen.size);
    for (const letter of 'Aäłж Ω') expect(all.has(letter.codePointAt(0) ?? 0), letter).toBe(true);
    expect(composites).toBeGreaterThan(0);
  });

  it('keeps the layout rules of the first subset and makes sound checksums', () => {
    const [latin, cyrillic] = [subset('latin'), subset('cyrillic')];
    const merged = mergeSubsets([latin, cyrillic], 400);
    expect(table(merged, 'GPOS').equals(table(latin, 'GPOS'))).toBe(true);
    expect(checksum(merged)).toBe(0xb1b0afba);
    expect(mergeSubsets([latin], 400)).toBe(latin);
    expect(() => mergeSubsets([], 400)).toThrow(RangeError);
  });

  it('gives the font the weight it is matched by, whatever its files say', () => {
    const thin = ['latin', 'cyrillic'].map((name) =>
      woffToSfnt(readFileSync(join(interDir, `inter-${name}-100-normal.woff`))),
    );
    expect(table(thin[0] ?? Buffer.alloc(0), 'OS/2').readUInt16BE(4)).toBe(250);
    const merged = mergeSubsets(thin, 100);
    expect(table(merged, 'OS/2').readUInt16BE(4)).toBe(100);
    expect(checksum(merged)).toBe(0xb1b0afba);
  });
});

describe('mentionedFonts', () => {
  it.each([
    ['font-family: Inter, sans-serif', ['inter']],
    ['font: 12px "HELVETICA  NEUE"', ['helvetica neue']],
    ["fontFamily = 'Noto Sans JP'", ['noto sans jp']],
    ['https://fonts.googleapis.com/css2?family=Open+Sans:wght@400&family=Space%20Mono', ['open sans', 'space mono']],
    ['font-family: Open\\ Sans', ['open sans']],
    ['setInterval(printer, painter-inter)', []],
    ['font-family:Arial', ['arial']],
  ])('%j', (text, names) => {
    expect([...mentionedFonts([text])].sort()).toEqual(names);
  });
});

describe('planFonts', () => {
  const plan = (text: string, more: { authorFamilies?: string[]; fontConfig?: boolean } = {}) =>
    planFonts({ texts: [text], authorFamilies: [], fontConfig: true, ...more });

  it('serves aliases from the files of their family, with weights, styles and ranges', () => {
    const { css } = plan('font-family: Helvetica');
    expect(css).toMatch(
      /font-family:"helvetica";font-style:italic;font-weight:700;[^}]*fonts\/inter\/inter-latin-700-italic\.woff2[^}]*unicode-range:U\+0000-00FF/,
    );
    expect(css).not.toContain('"arial"');
  });

  it('has no rule for a name that fontconfig answers and no text mentions, and counts it as provided', () => {
    const { css, provided } = plan('');
    expect(css).toBe('');
    expect(provided).toEqual(expect.arrayContaining(['poppins', 'segoe ui']));
    expect(plan('Poppins').css).toMatch(/^(?:@font-face\{font-family:"Poppins";[^}]*\}\n?)+$/);
    const every = plan('', { fontConfig: false }).css;
    for (const name of ['Inter', 'Poppins', ...FONT_ALIASES.keys()]) expect(every).toContain(`"${name}"`);
  });

  it('adds nothing to a family of the author, which still counts as provided', () => {
    const { css, provided } = plan('Inter Brand', { authorFamilies: ['inter', 'Brand'] });
    expect(css).not.toContain('"Inter"');
    expect(provided).toEqual(expect.arrayContaining(['inter', 'brand', 'arial', 'poppins', 'noto sans jp']));
  });

  it('names only files that exist', () => {
    const directories = new Map(fontDirectories().map(({ prefix, directory }) => [prefix, directory]));
    const files = [...plan('', { fontConfig: false }).css.matchAll(/url\((\/__framefarm\/fonts\/[^/]+\/)([^)]+)\)/g)];
    expect(files.length).toBeGreaterThan(1000);
    const unique = new Map(files.map(([, prefix = '', name = '']) => [`${directories.get(prefix)}/${name}`, name]));
    expect([...unique.keys()].filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe('prepareFontConfig', () => {
  it('unpacks once, also when several ask at the same time', { timeout: 60_000 }, async () => {
    const cacheDir = scratchTree();
    const [first, second] = await Promise.all([
      prepareFontConfig({ cacheDir, systemFonts: false }),
      prepareFontConfig({ cacheDir, systemFonts: false }),
    ]);
    expect(first).toBe(second);
    const text = await readFile(first, 'utf8');
    expect(text).not.toContain('/usr/share/fonts');
    expect(text).toMatch(/<string>sans-serif<\/string><\/test><edit[^>]*strong"><string>Inter</);
    expect(text).toMatch(/<string>futura<\/string><\/test><edit[^>]*strong"><string>Montserrat</);
    const font = await readFile(join(dirname(first), 'ttf/eb-garamond-400-italic.ttf'));
    expect(font.readUInt32BE(0)).toBe(0x00010000);
    expect(dirname(await prepareFontConfig({ cacheDir, systemFonts: true }))).toBe(dirname(first));
  });
});

describe('parseFontServiceUrl', () => {
  const css2 = 'https://fonts.googleapis.com/css2?';

  it('needs no network for bundled families', () => {
    const url = `${css2}family=Open+Sans:wght@400;700&family=Inter&display=swap`;
    expect(parseFontServiceUrl(url)).toEqual({ bundled: ['Open Sans', 'Inter'], remaining: null });
  });

  it('asks for the others alone', () => {
    expect(parseFontServiceUrl(`${css2}family=Inter&family=Lobster&display=swap`)).toEqual({
      bundled: ['Inter'],
      remaining: `${css2}display=swap&family=Lobster`,
    });
    expect(parseFontServiceUrl('https://fonts.googleapis.com/css?family=Lato:400|Lobster')?.remaining).toBe(
      'https://fonts.googleapis.com/css?family=Lobster',
    );
    const untouched = `${css2}family=Lobster:ital@0;1`;
    expect(parseFontServiceUrl(untouched)).toEqual({ bundled: [], remaining: untouched });
  });

  it('reads no other URL', () => {
    for (const url of [
      'https://fonts.gstatic.com/s/x.woff2',
      `${css2}display=swap`,
      'https://a.example/css2?family=Inter',
      '',
    ]) {
      expect(parseFontServiceUrl(url)).toBeNull();
    }
  });
});

describe('fontTexts', () => {
  it('reads the scripts and stylesheets of the project that the document refers to', async () => {
    const project = scratchTree({ 'css/a b.css': 'font-family: Verdana', 'app.js': 'Menlo', 'logo.svg': 'Futura' });
    const asset = (kind: 'script' | 'stylesheet' | 'image', url: string) => ({
      kind,
      url,
      elementId: null,
      file: 'index.html',
    });
    const texts = await fontTexts(project, {
      html: 'Georgia',
      assets: [
        asset('stylesheet', 'css/a%20b.css?v=2'),
        asset('script', './app.js'),
        asset('script', 'missing.js'),
        asset('script', '../../etc/passwd'),
        asset('script', 'https://example.com/x.js'),
        asset('image', 'logo.svg'),
      ],
    });
    expect([...mentionedFonts(texts)].sort()).toEqual(['georgia', 'menlo', 'verdana']);
  });
});
