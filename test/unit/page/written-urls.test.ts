import { expect, it } from 'vitest';
import { writtenUrls } from '../../../libs/page/src/media/written-urls.js';

it('finds what URLs of styles may be', () => {
  const value = `url("a\\"b") url( 'c' ) url(d) url() url( ) url(e\\)f) url("g" cross-origin(anonymous) ) none`;
  expect(writtenUrls(value)).toEqual(['a"b', 'c', 'd', '', '', 'e)f', 'g']);
});

// Were each way to share out the blanks tried, and each read to the end that never ends, this would take longer than a test may.
it.each([' ', 'url(', 'url("a"', "url('"])('reads URLs that never end in one pass: %s', (text) => {
  expect(writtenUrls(`url(${text.repeat(200_000)}`)).toEqual([]);
});
