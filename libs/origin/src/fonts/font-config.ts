import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bundledFamily, type FontFace, familyPlace } from './catalog.js';
import { BUNDLED_FAMILIES, FALLBACK_FAMILIES, FONT_ALIASES, GENERIC_STAND_INS } from './families.js';
import { mergeSubsets } from './merge-subsets.js';
import { woffToSfnt } from './woff.js';

export interface FontConfigOptions {
  /** Absolute directory kept between renders; fonts are unpacked there once for each version of framefarm's fonts. */
  readonly cacheDir: string;
  /** Adds the font directories of the machine behind the bundled fonts (local mode); never on the farm. */
  readonly systemFonts: boolean;
}

/** Raise it when other files are made of the same packages, or the `scan` rules change: fontconfig's index holds both. */
const LAYOUT = 5;

const FAMILIES = Object.keys(BUNDLED_FAMILIES);

/** Japanese in regular and bold only: each weight takes 5 MB. */
const isInstalled = (face: FontFace) => face.family !== 'Noto Sans JP' || face.weight === 400 || face.weight === 700;

/** Names that Chromium on Linux puts in place of the generic families. */
const BROWSER_DEFAULTS: Readonly<Record<string, string>> = {
  sans: 'Inter',
  'comic sans ms': 'EB Garamond',
  impact: 'Inter',
  'latin modern math': 'EB Garamond',
};

/**
 * Makes a fontconfig configuration by which generic families, aliases and fallback characters render with the bundled
 * fonts, also on a machine without any font, and returns the path for the browser's `FONTCONFIG_FILE`
 * (composition-format 10). Browsers on macOS and Windows do not read it. Several processes may call it at once.
 */
export async function prepareFontConfig(options: FontConfigOptions): Promise<string> {
  const hash = createHash('sha256').update(`${LAYOUT}`);
  for (const family of FAMILIES) {
    hash.update(await readFile(join(familyPlace(family).packageDir, 'package.json')));
  }
  const base = join(options.cacheDir, `fonts-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(base)) await unpack(base);
  const variant = options.systemFonts ? 'local' : 'bundled';
  const file = join(base, `${variant}.conf`);
  const text = fontConfigXml(
    [join(base, 'ttf'), ...(options.systemFonts ? systemFontDirectories() : [])],
    join(base, variant),
  );
  const current = await readFile(file, 'utf8').catch(() => null);
  if (current !== text) await replace(file, text);
  return file;
}

async function unpack(base: string): Promise<void> {
  const fonts = FAMILIES.map((family) => {
    const { directory, faces } = bundledFamily(family);
    return { directory, faces: faces.filter(isInstalled) };
  });
  const partial = `${base}.${randomUUID()}`;
  try {
    await mkdir(join(partial, 'ttf'), { recursive: true });
    for (const { directory, faces } of fonts) {
      for (const [name, { weight, stems }] of files(faces)) {
        const subsets = await Promise.all(stems.map((stem) => readFile(join(directory, `${stem}.woff`))));
        await writeFile(join(partial, 'ttf', `${name}.ttf`), mergeSubsets(subsets.map(woffToSfnt), weight));
      }
    }
    await rename(partial, base);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process was first; its files are the same.
    if (!existsSync(base)) throw error;
  }
}

/**
 * The files to make, each from its subsets: one for a weight and style, the Latin subset first because its layout rules
 * are kept. Japanese keeps its many subsets: no other bundled family competes for its characters.
 */
function files(faces: readonly FontFace[]): ReadonlyMap<string, FontFile> {
  const latinFirst = faces.toSorted((a, b) => Number(isLatin(b)) - Number(isLatin(a)));
  const made = new Map<string, FontFile>();
  for (const face of latinFirst) {
    const name = face.family === 'Noto Sans JP' ? face.stem : `${face.packageId}-${face.weight}-${face.style}`;
    const file = made.get(name);
    if (file === undefined) made.set(name, { weight: face.weight, stems: [face.stem] });
    else file.stems.push(face.stem);
  }
  return made;
}

interface FontFile {
  readonly weight: number;
  readonly stems: string[];
}

function isLatin(face: FontFace): boolean {
  return face.stem === `${face.packageId}-latin-${face.weight}-${face.style}`;
}

async function replace(file: string, text: string): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, text);
  await rename(partial, file);
}

/** Where Linux keeps fonts; those that exist. */
function systemFontDirectories(): readonly string[] {
  const home = homeOrNone();
  const own = home === null ? [] : [join(home, '.local', 'share', 'fonts'), join(home, '.fonts')];
  if (process.env.XDG_DATA_HOME !== undefined) own[0] = join(process.env.XDG_DATA_HOME, 'fonts');
  const places = ['/usr/share/fonts', '/usr/local/share/fonts', ...own];
  return places.filter((place) => existsSync(place));
}

/** A user whom the system does not know, as that of a container may be, has none, and no fonts in it. */
function homeOrNone(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

/** The text of the configuration: font directories in order of preference, and where fontconfig may keep its index. */
function fontConfigXml(directories: readonly string[], indexDir: string): string {
  const substitutes = new Map<string, string>([
    ...FONT_ALIASES,
    ...Object.entries(GENERIC_STAND_INS),
    ...Object.entries(BROWSER_DEFAULTS),
  ]);
  const rules = [...substitutes].map(
    ([name, family]) =>
      `  <match target="pattern"><test qual="any" name="family" compare="eq"><string>${xml(name)}</string></test>` +
      `<edit name="family" mode="prepend" binding="strong"><string>${xml(family)}</string></edit></match>`,
  );
  const last = FALLBACK_FAMILIES.map((family) => `<string>${xml(family)}</string>`);
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...directories.map((directory) => `  <dir>${xml(directory)}</dir>`),
    `  <cachedir>${xml(indexDir)}</cachedir>`,
    ...styleLinks(),
    ...rules,
    `  <match target="pattern"><edit name="family" mode="append_last" binding="weak">${last.join('')}</edit></match>`,
    // The same outlines on every machine, whatever its own settings are.
    '  <match target="font">',
    '    <edit name="antialias" mode="assign"><bool>true</bool></edit>',
    '    <edit name="hinting" mode="assign"><bool>false</bool></edit>',
    '    <edit name="autohint" mode="assign"><bool>false</bool></edit>',
    '    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>',
    '    <edit name="rgba" mode="assign"><const>none</const></edit>',
    '    <edit name="lcdfilter" mode="assign"><const>lcdnone</const></edit>',
    '    <edit name="embeddedbitmap" mode="assign"><bool>false</bool></edit>',
    '  </match>',
    '</fontconfig>',
    '',
  ].join('\n');
}

/**
 * The font files name each weight beyond regular and bold a family of its own ("Inter Black"); these rules put them
 * under the family whose weights they are, so that `font-weight` finds them.
 */
function styleLinks(): readonly string[] {
  return FAMILIES.flatMap((family) =>
    ['Thin', 'Hairline', 'ExtraLight', 'Light', 'Medium', 'SemiBold', 'ExtraBold', 'Black'].map(
      (weight) =>
        `  <match target="scan"><test name="family" compare="eq"><string>${xml(family)} ${weight}</string></test>` +
        `<edit name="family" mode="assign" binding="same"><string>${xml(family)}</string></edit></match>`,
    ),
  );
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
