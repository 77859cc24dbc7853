/** URLs in a value of CSS as browsers and authors write them. */

/**
 * Runs of plain characters are one class each: a choice for every character fills the engine's stack at some megabytes of a `data:` URL.
 * No two runs that may hold the same stand side by side, and an unquoted URL holds no bracket (CSS syntax): what never ends is read once.
 */
const URL_TOKEN =
  /url\(\s*(?!\s)(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)'|([^\s"'()\\]*(?:\\.[^\s"'()\\]*)*))\s*(?:cross-origin\([a-z-]*\)\s*)?\)/g;

export const writtenUrls = (value: string): string[] =>
  [...value.matchAll(URL_TOKEN)].map((match) => (match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'));
