/** JSON files are UTF-8 (RFC 8259, 8.1); another encoding would be rendered as replacement characters, without a word. */

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
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new Error(`not valid JSON (${(cause as Error).message})`, { cause });
  }
}
