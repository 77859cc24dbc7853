import { describe, expect, it } from 'vitest';
import { visibleText } from '../../../libs/dashboard/src/ui/visible-text.js';

describe('text from compositions and engines', () => {
  it.each([
    ['plain, Größe 日本 👍\n\tindented', 'plain, Größe 日本 👍\n\tindented'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007', '<U+001B>]0;title<U+0007>'],
    ['one\r\ntwo\rthree', 'one\ntwo<U+000D>three'],
    ['\u202egnp.exe\u2066', '<U+202E>gnp.exe<U+2066>'],
    ['<b>&amp;</b>', '<b>&amp;</b>'],
  ])('%j is seen as %j', (text, seen) => expect(visibleText(text)).toBe(seen));
});
