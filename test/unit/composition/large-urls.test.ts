/** Styles whose URLs hold megabytes, as fonts and pictures that were packed into a page do. */
import { describe, expect, it } from 'vitest';
import { mapUrls, urlsIn } from '../../../libs/composition/src/style/css-urls.js';
import { compile, host, page } from './project.js';

const DATA = `data:font/woff2;base64,${'A'.repeat(16 * 1024 * 1024)}`;

describe('a URL of many megabytes in a style', () => {
  it.each(['"', "'", ''])('is found and replaced, quoted by %j', (quote) => {
    const value = `url( ${quote}${DATA}${quote} )`;
    expect(urlsIn(value)[0] === DATA).toBe(true);
    expect(mapUrls(value, () => 'font.woff2')).toBe('url("font.woff2")');
  });

  it('stays as it is in the compiled page, the entry and a child', async () => {
    const style = `<style>@font-face { font-family: Packed; src: url(${DATA}) }</style>`;
    const { html } = await compile({ 'index.html': page(style + host('c', 'c.html')), 'c.html': `${style}<p>x</p>` });
    expect(html.split(DATA).length).toBe(3);
  });
});

// Were each way to share out the spaces tried, it would take longer than a test may.
it('a URL that never ends costs no more than its length', () => {
  expect(urlsIn(`url(${' '.repeat(500_000)}"`)).toEqual([]);
});

it('keeps what URLs of styles may be', () => {
  expect(urlsIn(`url() url( ) url(a\\)b) url(a\\ b ) url("a\\"b") url( 'c' )`)).toEqual([
    '',
    '',
    'a)b',
    'a b',
    'a"b',
    'c',
  ]);
});
