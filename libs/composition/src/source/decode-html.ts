/** The text of an HTML file in whatever encoding it says it has, as a browser would read it from a disk. */
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

/** By byte order mark, else by the first `<meta>` that names an encoding, else UTF-8. */
export function decodeHtml(bytes: Uint8Array): DecodedHtml {
  const mark = BYTE_ORDER_MARKS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (mark !== undefined) return { text: new TextDecoder(mark[1]).decode(bytes), unknownEncoding: null };
  const named = namedEncodings(bytes);
  const known = named.map(decoderFor).find((decoder) => decoder !== null);
  if (known !== undefined) return { text: known.decode(bytes), unknownEncoding: null };
  return { text: new TextDecoder().decode(bytes), unknownEncoding: named[0] ?? null };
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
function decoderFor(label: string): InstanceType<typeof TextDecoder> | null {
  const name = label.toLowerCase();
  if (name.startsWith('utf-16')) return new TextDecoder();
  try {
    return new TextDecoder(name === 'x-user-defined' ? 'windows-1252' : name);
  } catch {
    return null;
  }
}
