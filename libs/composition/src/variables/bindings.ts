/** What variables fill in a document: one rule for its text, its page and lint (composition-format 8). Pure; it knows no document. */

const TAKE_SOURCE: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'source']);

/** Whether `data-var-src` fills an element of this name, in lower case. */
export const takesBoundSource = (tag: string): boolean => TAKE_SOURCE.has(tag);

/** URL that a value gives to `data-var-src`: a text, or the `url` of an image; null for what has none. */
export function boundUrl(value: unknown): string | null {
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : value;
  return typeof url === 'string' ? url : null;
}

/** http, https, blob, image data and relative URLs only. */
export function isBindableUrl(url: string): boolean {
  // Browsers leave such characters out before they look for a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is left out here.
  const read = url.replace(/[\t\n\r]|^[\u0000-\u0020]+/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase();
  if (scheme === undefined) return !read.startsWith('//');
  return ['http', 'https', 'blob'].includes(scheme) || /^data:image\//i.test(read);
}

/** Custom properties that a variable becomes, without the dashes before them: its id, and that in lower case, joined by dashes. */
export function propertyNames(id: string): ReadonlySet<string> {
  const dashed = id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
  return new Set([id, dashed]);
}
