/** The end of what programs say, which tells most of why they failed. */
import type { Readable } from 'node:stream';

/**
 * Keeps this many characters of what comes from the streams, whose data is text from then on: bytes are decoded as one text, as a
 * character may come in two pieces. Returns what there is so far.
 */
export function keepTail(chars: number, ...streams: readonly (Readable | null)[]): () => string {
  let tail = '';
  for (const stream of streams) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-chars);
    });
  }
  // What was cut may have been the first half of a character.
  return () => tail.replace(/^[\udc00-\udfff]/, '');
}
