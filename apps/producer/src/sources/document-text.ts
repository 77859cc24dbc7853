/** The text of an HTML document as a browser would read its bytes (HTML, "determining the character encoding"). Pure. */

import { TextDecoder } from 'node:util';

/** Types of documents that are read as HTML. A server that names none is believed to serve what was asked for. */
const HTML_TYPES = ['', 'text/html', 'application/xhtml+xml'];
/** Bytes in which a document must name its encoding. */
const NAMED_WITHIN = 1_024;

export function isHtmlType(contentType: string): boolean {
  return HTML_TYPES.includes(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

/** By its byte order mark, the header, or the document's own word, in this order; else UTF-8 where it is that, as most are. */
export function documentText(bytes: Uint8Array, contentType: string): string {
  const decoder = markOf(bytes) ?? decoderOf(headerCharset(contentType)) ?? decoderOf(ownCharset(bytes));
  if (decoder !== null) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function markOf([first, second, third]: Uint8Array): TextDecoder | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return first === 0xff && second === 0xfe ? new TextDecoder('utf-16le') : null;
}

/** Null for no name, and for one that nobody knows. */
function decoderOf(name: string | undefined): TextDecoder | null {
  if (name === undefined) return null;
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}

function headerCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
}

/** What the first `meta` that names an encoding says. One that could be read names none of two bytes a letter. */
function ownCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, NAMED_WITHIN)).replace(/<!--[\s\S]*?-->/g, '');
  const name = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}
