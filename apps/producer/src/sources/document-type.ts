/** What a server says of a document by its Content-Type. Pure. */

/** Types of documents that are read as HTML. A server that names none is believed to serve what was asked for. */
const HTML_TYPES = ['', 'text/html', 'application/xhtml+xml'];

export function isHtmlType(contentType: string): boolean {
  return HTML_TYPES.includes(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
}
