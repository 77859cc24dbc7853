import { FRAMEFARM_PATH } from '@framefarm/contract';
import { bundledFamily } from './catalog.js';
import { BUNDLED_FAMILIES, FONT_ALIASES } from './families.js';

/** Where the stylesheet of bundled fonts is served. */
export const FONT_CSS_PATH = `${FRAMEFARM_PATH}fonts.css`;
/** Prefix below which font files are served: `<prefix><package id>/<file>`. */
export const FONT_FILES_PATH = `${FRAMEFARM_PATH}fonts/`;

/** Names that texts mention, for {@link fontCss}: bundled families and aliases, lower case. */
export function mentionedFonts(texts: Iterable<string>): ReadonlySet<string> {
  const names = [...Object.keys(BUNDLED_FAMILIES).map((name) => name.toLowerCase()), ...FONT_ALIASES.keys()];
  // Longest first, so that "noto sans jp" is not read as "noto sans". White space in a name may be escaped, or a plus
  // sign in the URL of a font service.
  names.sort((a, b) => b.length - a.length);
  const pattern = names.map((name) => name.replaceAll(' ', String.raw`(?:\\?\s|\+|%20|&nbsp;)+`)).join('|');
  const expression = new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'gi');
  const found = new Set<string>();
  for (const text of texts) {
    for (const [match] of text.matchAll(expression)) {
      found.add(
        match
          .toLowerCase()
          .replace(/(?:\\?\s|\+|%20|&nbsp;)+/g, ' ')
          .trim(),
      );
    }
  }
  return found;
}

export interface FontCssOptions {
  /** Lower-case families that the author declares: framefarm adds no face to them. */
  readonly authorFamilies: readonly string[];
  /** Lower-case names to emit; `all` when the names in use cannot be known from the texts. */
  readonly names: ReadonlySet<string> | 'all';
}

/**
 * The `@font-face` rules of bundled families and aliases (composition-format 10). The browser fetches a file only when
 * a character of its range is drawn in its family and style, so many rules cost parsing alone.
 */
export function fontCss(options: FontCssOptions): string {
  const author = new Set(options.authorFamilies.map((name) => name.toLowerCase()));
  const rules: string[] = [];
  const emit = (name: string, family: string) => {
    const key = name.toLowerCase();
    if (author.has(key) || (options.names !== 'all' && !options.names.has(key))) return;
    for (const face of bundledFamily(family).faces) {
      rules.push(
        `@font-face{font-family:"${name}";font-style:${face.style};font-weight:${face.weight};font-display:block;` +
          `src:url(${FONT_FILES_PATH}${face.packageId}/${face.stem}.woff2)format("woff2");` +
          `unicode-range:${face.unicodeRange}}`,
      );
    }
  };
  for (const family of Object.keys(BUNDLED_FAMILIES)) emit(family, family);
  for (const [alias, family] of FONT_ALIASES) emit(alias, family);
  return rules.join('\n');
}

/** The directories to serve below {@link FONT_FILES_PATH}, by prefix. */
export function fontDirectories(): readonly { readonly prefix: string; readonly directory: string }[] {
  return Object.keys(BUNDLED_FAMILIES).map((family) => {
    const { packageId, directory } = bundledFamily(family);
    return { prefix: `${FONT_FILES_PATH}${packageId}/`, directory };
  });
}
