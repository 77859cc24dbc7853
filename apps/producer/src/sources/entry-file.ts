/** Which file of a project is its entry (http-api 1.4, 3.7). Pure. */

/** Looked for in this order when no entry is named. */
const USUAL = ['index.html', 'src/index.html'];

/** The named entry, or the usual one, or the first HTML file; null when there is none. Paths in the order of their bytes. */
export function entryOf(paths: readonly string[], asked: string | undefined): string | null {
  if (asked !== undefined) return paths.includes(asked) ? asked : null;
  return USUAL.find((path) => paths.includes(path)) ?? paths.find((path) => /\.html?$/i.test(path)) ?? null;
}
