/**
 * Half of a surrogate pair: JSON can spell it (`"\ud800"`), but no UTF-8 holds it, so that it would be another character in every
 * file, page and answer that it gets into. Texts of users are refused with it.
 */

/** What is wrong with such a text, in words that follow its name. */
export const HALF_PAIR_RULE = 'holds half of a surrogate pair, which cannot be written as UTF-8';

/** JSON pointer to the first text or key in a JSON value that holds one; null where all are whole. */
export function halfPairIn(value: unknown, pointer = ''): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : pointer;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const place = `${pointer}/${key.toWellFormed()}`;
    const found = key.isWellFormed() ? halfPairIn(inner, place) : place;
    if (found !== null) return found;
  }
  return null;
}
