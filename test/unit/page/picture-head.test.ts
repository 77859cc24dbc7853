import { describe, expect, it } from 'vitest';
import { movingType } from '../../../libs/page/src/sources/own-clocks/picture-head.js';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const PNG = '\x89PNG\r\n\x1a\n';
const chunk = (name: string, length: number): string =>
  `\0\0\0${String.fromCharCode(length)}${name}${'x'.repeat(length)}CRC.`;
const webp = (flags: number): string => `RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0${String.fromCharCode(flags)}\0\0\0`;

describe('the first bytes of a picture', () => {
  it.each([
    ['a GIF', 'GIF89a', 'image/gif'],
    ['a PNG with several pictures', `${PNG}${chunk('IHDR', 13)}${chunk('iCCP', 90)}${chunk('acTL', 8)}`, 'image/png'],
    ['a PNG with one', `${PNG}${chunk('IHDR', 13)}${chunk('IDAT', 20)}${chunk('acTL', 8)}`, null],
    ['a PNG that is cut off', `${PNG}${chunk('IHDR', 13)}\0\0`, null],
    ['a WebP with several pictures', webp(0x12), 'image/webp'],
    ['a WebP with one', webp(0x10), null],
    ['a plain WebP', 'RIFF\0\0\0\0WEBPVP8 ', null],
    ['a sequence of AVIF', '\0\0\0\x20ftypavis', 'image/avif'],
    ['an AVIF', '\0\0\0\x20ftypavif', null],
    ['a JPEG', '\xff\xd8\xff\xe0', null],
    ['nothing', '', null],
  ])('of %s', (_, text, type) => {
    expect(movingType(bytes(text))).toBe(type);
  });
});
