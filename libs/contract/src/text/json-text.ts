import { HALF_PAIR_RULE, halfPairIn } from './half-pairs.js';

/** JSON files are UTF-8 (RFC 8259, 8.1); another encoding would be rendered as replacement characters, without a word. */

/** How JSON spells half of a surrogate pair, and whole pairs as well. */
const SPELT_SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * What a file holds as JSON, by its bytes or its text; a byte order mark is no part of it.
 * @throws Error saying what is wrong with it, in words that follow "is ".
 */
export function jsonOfFile(content: Uint8Array | string): unknown {
  let text: string;
  try {
    text = typeof content === 'string' ? content : new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw new Error('not UTF-8 text; save it in that encoding', { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    // V8 quotes what it could not read, line breaks included.
    throw new Error(`not valid JSON (${(cause as Error).message.replace(/\s+/g, ' ')})`, { cause });
  }
  const half = SPELT_SURROGATE.test(text) ? halfPairIn(value) : null;
  if (half !== null) throw new Error(`not all text: ${half === '' ? 'it' : half} ${HALF_PAIR_RULE}`);
  return value;
}
