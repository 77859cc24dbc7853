/** The text of an HTML file in whatever encoding it says it has, as a browser would read it. */
import { parse } from 'parse5';
import { attribute, elementsBelow } from './dom.js';

export interface DecodedHtml {
  readonly text: string;
  /** A name that stands for no encoding; the file was read as UTF-8. */
  readonly unknownEncoding: string | null;
}

/** Bytes in which a browser looks for `<meta charset>`. */
const PRESCAN_BYTES = 1024;
const BYTE_ORDER_MARKS = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
] as const;

/**
 * By byte order mark, else by what the server of the file said (`charset` of its Content-Type), else by the first `<meta>` that names an
 * encoding. One that none names is UTF-8 where its bytes are that, else what browsers take it for, which is windows-1252.
 */
export function decodeHtml(bytes: Uint8Array, charset?: string): DecodedHtml {
  const mark = BYTE_ORDER_MARKS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (mark !== undefined) return { text: new TextDecoder(mark[1]).decode(bytes), unknownEncoding: null };
  const told = charset === undefined ? null : decoderFor(charset);
  if (told !== null) return { text: told.decode(bytes), unknownEncoding: null };
  const named = namedEncodings(bytes);
  const known = named.map(decoderForWord).find((decoder) => decoder !== null);
  if (known !== undefined) return { text: known.decode(bytes), unknownEncoding: null };
  const [unknownEncoding = charset ?? null] = named;
  return { text: unknownEncoding === null ? unnamed(bytes) : new TextDecoder().decode(bytes), unknownEncoding };
}

function unnamed(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function namedEncodings(bytes: Uint8Array): string[] {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES));
  if (!/charset/i.test(beginning)) return [];
  return elementsBelow(parse(beginning)).flatMap((element) => {
    if (element.tagName !== 'meta') return [];
    const charset = attribute(element, 'charset');
    if (charset !== null) return [charset.trim()];
    if (attribute(element, 'http-equiv')?.trim().toLowerCase() !== 'content-type') return [];
    const content = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i.exec(attribute(element, 'content') ?? '');
    return content === null ? [] : [(content[1] ?? content[2] ?? content[3] ?? '').trim()];
  });
}

/** A file in which these words can be read is in no UTF-16, whatever they say. */
function decoderForWord(label: string): InstanceType<typeof TextDecoder> | null {
  return /^utf-?16/i.test(label) ? new TextDecoder() : decoderFor(label);
}

/** Null for a name that stands for no encoding. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label.toLowerCase() === 'x-user-defined' ? 'windows-1252' : label);
  } catch {
    return null;
  }
}
