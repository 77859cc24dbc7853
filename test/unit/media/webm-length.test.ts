/** The length that a WebM with sound tells of itself is that of its pictures (reference: composition-format 5 and 14). */
import { describe, expect, it } from 'vitest';
import { elements } from '../../../libs/media/src/webm/elements.js';
import { lengthPatches } from '../../../libs/media/src/webm/tell-length.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** An element with a size of eight bytes, of which fewer may be given. */
const element = (id: string, content: Buffer | string, size = content.length): Buffer => {
  const told = Buffer.alloc(8);
  told.writeBigUInt64BE(BigInt(size));
  told[0] = 1;
  return Buffer.concat([hex(id), told, typeof content === 'string' ? Buffer.from(content) : content]);
};
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const single = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return bytes;
};
const tag = (name: string, text: string): Buffer =>
  element('7373', element('67C8', Buffer.concat([element('45A3', name), element('4487', `${text}\0\0`)])));

interface Told {
  readonly info: Buffer;
  readonly tags?: readonly Buffer[];
}
/** The head of a file whose pictures go on beyond it. */
function head({ info, tags = [] }: Told): Buffer {
  const inside = [element('1549A966', info), element('1254C367', Buffer.concat(tags)), element('1F43B675', '', 1e6)];
  return Buffer.concat([element('1A45DFA3', '....'), element('18538067', Buffer.concat(inside), 2 ** 33)]);
}
const patched = (file: Buffer, seconds: number): Buffer => {
  for (const { at, bytes } of lengthPatches(file, seconds)) bytes.copy(file, at);
  return file;
};

describe('the length of a WebM', () => {
  it('is that of the pictures where sound was counted with what nobody hears, in its head and of each stream', () => {
    const told = (ticks: number, clock: string): Buffer =>
      head({
        info: Buffer.concat([element('2AD7B1', hex('0F 42 40')), element('4489', double(ticks))]),
        tags: [tag('DURATION', '00:00:02.000000000'), tag('DURATION', clock), tag('TITLE', '00:00:09.000000000')],
      });
    expect(patched(told(2021, '00:00:02.021000000'), 2)).toEqual(told(2000, '00:00:02.000000000'));
  });

  it('is told in the ticks of the file, with as many digits as it has room for', () => {
    const hours = 3723.5;
    const told = (ticks: number, clock: string): Buffer =>
      head({
        info: Buffer.concat([element('2AD7B1', hex('01 86 A0')), element('4489', single(ticks))]),
        tags: [tag('DURATION', clock)],
      });
    expect(patched(told(37_235_200, '01:02:03.520000000'), hours)).toEqual(told(37_235_000, '01:02:03.500000000'));
  });

  it('stays where it is no longer, and where none is told', () => {
    const file = head({ info: element('4489', double(1990)), tags: [tag('DURATION', '00:00:01.990000000')] });
    expect(lengthPatches(file, 2)).toEqual([]);
    expect(lengthPatches(head({ info: element('4D80', 'none') }), 2)).toEqual([]);
    expect(lengthPatches(Buffer.alloc(0), 2)).toEqual([]);
  });
});

describe('elements', () => {
  const read = (text: string): unknown[] => {
    const bytes = hex(text);
    return [...elements(bytes, 0, bytes.length)].map(({ id, start, end }) => [id.toString(16), start, end]);
  };

  it('are read by names and sizes of any length, and one of unknown size to the end', () => {
    expect(read('EC 81 00 4286 4001 07 1A45DFA3 FF 00 00')).toEqual([
      ['ec', 2, 3],
      ['4286', 7, 8],
      ['1a45dfa3', 13, 15],
    ]);
  });

  it('end where a name or a size is cut off or none', () => {
    expect([read('EC'), read('EC 40'), read('00 81 00'), read('EC 00 00')]).toEqual([[], [], [], []]);
  });
});
