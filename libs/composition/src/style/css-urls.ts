/** URLs inside CSS: `url()`, bare strings of `image-set()` and the target of `@import`. */

/**
 * Runs of plain characters are one class each: a choice for every character fills the stack of the engine at some six megabytes of a
 * `data:` URL. Behind leading spaces comes none: where no URL follows, every way to share them out would be tried.
 */
const URL_TOKEN =
  /url\(\s*(?!\s)(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|([^\s"'()\\]*(?:\\[\s\S][^\s"'()\\]*)*))\s*\)/gi;
const IMAGE_SET_STRING =
  /((?:image-set\(|,)\s*)(?:"([^"\\]*)"|'([^'\\]*)')(?=\s*(?:[\d.]+(?:x|dppx|dpi|dpcm)|type\(|,|\)))/gi;
const IMPORT = /^\s*(?:url\(\s*(?!\s)(?:"([^"]*)"|'([^']*)'|([^\s"'()]*))\s*\)|"([^"]*)"|'([^']*)')\s*([\s\S]*)$/i;

/** Resolves backslash escapes of CSS. */
const unescapeCss = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, code: string | undefined, character: string | undefined) =>
    code === undefined
      ? (character ?? '')
      : String.fromCodePoint(Math.min(Number.parseInt(code, 16) || 0xfffd, 0x10ffff)),
  );

const quote = (url: string): string => `"${url.replace(/["\\\n\r<]/g, (character) => encodeURIComponent(character))}"`;

/** Every URL of a declaration's value, with its replacement: return the URL itself to leave it as it stands. */
export function mapUrls(value: string, replace: (url: string) => string): string {
  const swap = (whole: string, url: string, write: (next: string) => string): string => {
    const next = replace(url);
    return next === url ? whole : write(next);
  };
  const mapped = value.replace(URL_TOKEN, (whole, double?: string, single?: string, bare?: string) =>
    swap(whole, unescapeCss(double ?? single ?? bare ?? ''), (next) => `url(${quote(next)})`),
  );
  if (!/image-set\(/i.test(mapped)) return mapped;
  return mapped.replace(IMAGE_SET_STRING, (whole, before: string, double?: string, single?: string) =>
    swap(whole, double ?? single ?? '', (next) => before + quote(next)),
  );
}

export function urlsIn(value: string): string[] {
  const found: string[] = [];
  mapUrls(value, (url) => {
    found.push(url);
    return url;
  });
  return found;
}

export interface ImportParts {
  readonly url: string;
  /** Layer name; empty for an anonymous layer, null for none. */
  readonly layer: string | null;
  readonly supports: string | null;
  readonly media: string;
}

/** Parts of the parameters of `@import`, or null when they name no URL. */
export function readImport(params: string): ImportParts | null {
  const match = IMPORT.exec(params);
  if (match === null) return null;
  const url = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? '';
  let rest = (match[6] ?? '').trim();
  let layer: string | null = null;
  const layered = /^layer(?:\(([^)]*)\))?(?=\s|$|supports)/i.exec(rest);
  if (layered !== null) {
    layer = (layered[1] ?? '').trim();
    rest = rest.slice(layered[0].length).trim();
  }
  let supports: string | null = null;
  if (/^supports\(/i.test(rest)) {
    const end = closingParenthesis(rest, rest.indexOf('('));
    supports = rest.slice(rest.indexOf('(') + 1, end);
    rest = rest.slice(end + 1).trim();
  }
  return { url, layer, supports, media: rest };
}

function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
