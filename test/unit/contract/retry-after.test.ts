import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../libs/contract/src/text/retry-after.js';

const NOON = Date.UTC(1994, 10, 6, 12);

describe('Retry-After', () => {
  it.each([
    ['seconds', '7', 7_000],
    ['a date', 'Sun, 06 Nov 1994 12:01:00 GMT', 60_000],
    ['a date of old', 'Sunday, 06-Nov-94 12:01:00 GMT', 60_000],
    ['a date that is over', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ])('is read as %s', (_, header, ms) => {
    expect(readRetryAfter(header, NOON)).toBe(ms);
  });
  it.each(['soon', '', '-5', '1.5', 'Sunday', null, undefined])('is nothing as %j', (header) => {
    expect(readRetryAfter(header, NOON)).toBeNull();
  });
});
