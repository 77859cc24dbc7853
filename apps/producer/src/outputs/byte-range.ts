/** `Range` and `If-Range` (RFC 9110 14; http-api 3.5). Pure. */

export type RangeChoice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'outside' };

const WHOLE: RangeChoice = { kind: 'whole' };

/** What to send of `size` bytes. A malformed header, other units and several ranges give the whole file. */
export function chooseRange(
  size: number,
  tag: string,
  range: string | undefined,
  ifRange: string | undefined,
): RangeChoice {
  if (range === undefined) return WHOLE;
  // A date is compared with nothing we have, so it fits nothing.
  if (ifRange !== undefined && ifRange.trim() !== tag) return WHOLE;
  const match = /^bytes=(\d*)-(\d*)$/i.exec(range.replaceAll(/\s/g, ''));
  if (match === null) return WHOLE;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return WHOLE;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'outside' } : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return WHOLE;
  return start >= size ? { kind: 'outside' } : { kind: 'part', start, end };
}
