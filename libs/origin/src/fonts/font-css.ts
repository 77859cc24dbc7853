import { FRAMEFARM_PATH } from '@framefarm/contract';
import { bundledFamily, familyPlace } from './catalog.js';
import { BUNDLED_FAMILIES, FONT_ALIASES } from './families.js';

/** Where the stylesheet of bundled fonts is served. */
export const FONT_CSS_PATH = `${FRAMEFARM_PATH}fonts.css`;
/** Prefix below which font files are served: `<prefix><package id>/<file>`. */
const FONT_FILES_PATH = `${FRAMEFARM_PATH}fonts/`;

/** Names that texts mention, bundled families and aliases, lower case. */
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

export interface FontPlanOptions {
  /** Lower-case families that the author declares: framefarm adds no face to them. */
  readonly authorFamilies: readonly string[];
  /** Texts in which families are named: the compiled document, its scripts and stylesheets. */
  readonly texts: Iterable<string>;
  /** The browser runs with the file of `prepareFontConfig`, which answers what no text mentions. */
  readonly fontConfig: boolean;
}

export interface FontPlan {
  readonly css: string;
  /** Every family that resolves, lower case: for `PageConfig.providedFonts`. */
  readonly provided: readonly string[];
}

/**
 * Chooses the `@font-face` rules for a page (composition-format 10): those of the names that its texts mention. A name that a
 * script puts together is in no text; fontconfig answers it, and without fontconfig every family gets its rules.
 */
export function planFonts(options: FontPlanOptions): FontPlan {
  const all = new Set([...Object.keys(BUNDLED_FAMILIES).map((family) => family.toLowerCase()), ...FONT_ALIASES.keys()]);
  const names = options.fontConfig ? mentionedFonts(options.texts) : all;
  return {
    css: fontCss({ authorFamilies: options.authorFamilies, names }),
    provided: [...new Set([...all, ...options.authorFamilies.map((name) => name.toLowerCase())])],
  };
}

export interface FontCssOptions {
  /** Lower-case families that the author declares: framefarm adds no face to them. */
  readonly authorFamilies: readonly string[];
  /** Lower-case names to emit. */
  readonly names: ReadonlySet<string>;
}

/**
 * The `@font-face` rules of bundled families and aliases. The browser fetches a file only when a character of its range
 * is drawn in its family and style; parsing the rules and putting them in order takes some 80 µs of CPU for each.
 */
function fontCss(options: FontCssOptions): string {
  const author = new Set(options.authorFamilies.map((name) => name.toLowerCase()));
  const rules: string[] = [];
  const emit = (name: string, family: string) => {
    if (author.has(name.toLowerCase()) || !options.names.has(name.toLowerCase())) return;
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
    const { packageId, directory } = familyPlace(family);
    return { prefix: `${FONT_FILES_PATH}${packageId}/`, directory };
  });
}
