/** Encodings of HTML files: what a browser would read from the same bytes. */
import { decodeHtml } from '@framefarm/composition';
import { describe, expect, it } from 'vitest';

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16be = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

describe('the encoding of an HTML file', () => {
  it.each([
    ['by default', Buffer.from('<p>grün</p>')],
    ['by default, of bytes that are no UTF-8', latin('<p>grün</p>')],
    ['by meta charset', latin('<meta charset=windows-1252><p>grün</p>')],
    ['by http-equiv', latin('<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"><p>grün</p>')],
    ['of the first meta that names one', latin('<meta charset="none"><meta charset="latin1"><p>grün</p>')],
    ['by a mark of UTF-8, whatever meta says', Buffer.from('\uFEFF<meta charset="windows-1252"><p>grün</p>')],
    ['by a mark of UTF-16', Buffer.from('\uFEFF<p>grün</p>', 'utf16le')],
    ['by a mark of UTF-16, the other order', utf16be('<p>grün</p>')],
    ['is not that of a comment', Buffer.from('<!-- <meta charset="windows-1252"> --><p>grün</p>')],
    ['is not UTF-16 without a mark', Buffer.from('<meta charset="utf-16"><p>grün</p>')],
    ['is named in the first 1024 bytes', Buffer.from(`${' '.repeat(1024)}<meta charset="windows-1252"><p>grün</p>`)],
  ])('is found: %s', (_, bytes) => {
    const { text, unknownEncoding } = decodeHtml(bytes);
    expect(text).toContain('<p>grün</p>');
    expect(text).not.toContain('\uFEFF');
    expect(unknownEncoding).toBeNull();
  });

  it('of another alphabet is read too', () => {
    const bytes = Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), Buffer.from([0x93, 0xfa, 0x96, 0x7b])]);
    expect(decodeHtml(bytes).text).toContain('<p>日本');
  });

  it('that does not exist is told, and the file read as UTF-8', () => {
    expect(decodeHtml(Buffer.from('<meta charset="klingon"><p>grün</p>'))).toEqual({
      text: '<meta charset="klingon"><p>grün</p>',
      unknownEncoding: 'klingon',
    });
  });
});
