import { describe, expect, it } from 'vitest';
import { BitReader, BitWriter } from '../../../libs/media/src/h264/bits.js';
import { sampleOf, unitsOf, withEscapes, withoutEscapes } from '../../../libs/media/src/h264/nal-unit.js';
import { withOrder } from '../../../libs/media/src/h264/parameter-sets.js';
import { boxAt, boxBytes, readBoxes, withBoxes } from '../../../libs/media/src/mp4/boxes.js';

describe('numbers of variable length', () => {
  it.each([0, 1, 2, 7, 8, 8160, 65_535, 1_000_000])('%i is read as it was written', (value) => {
    const writer = new BitWriter();
    writer.bit(1);
    writer.unsigned(value);
    writer.signed(0 - value);
    writer.signed(value);
    writer.bits(5, 3);
    const reader = new BitReader(writer.bytes(), 1);
    expect([reader.unsigned(), reader.signed(), reader.signed(), reader.bits(3)]).toEqual([value, 0 - value, value, 5]);
  });

  it('are refused where there is none', () => {
    expect(() => new BitReader(new Uint8Array(8)).unsigned()).toThrow(RangeError);
  });
});

describe('units', () => {
  it('never hold a start code, and lose nothing', () => {
    const raw = Uint8Array.from([1, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 9]);
    const escaped = withEscapes(raw);
    for (let at = 0; at + 2 < escaped.length; at += 1) {
      expect(escaped[at] === 0 && escaped[at + 1] === 0 && (escaped[at + 2] ?? 9) < 3).toBe(false);
    }
    expect([...withoutEscapes(escaped)]).toEqual([...raw]);
  });

  it('are taken out of samples whole or not at all', () => {
    const sample = sampleOf([Uint8Array.from([9, 8]), Uint8Array.from([7])]);
    expect(unitsOf(sample, 4).map((unit) => [...unit])).toEqual([[9, 8], [7]]);
    expect(() => unitsOf(sample.subarray(0, -1), 4)).toThrow(RangeError);
  });
});

/** A sequence parameter set of the main profile, 64 × 32, with this type of order. */
function sequence(orderType: number): Uint8Array {
  const writer = new BitWriter();
  writer.bits(0x67, 8);
  writer.bits(77, 8);
  writer.bits(10, 16);
  writer.unsigned(0);
  writer.unsigned(0);
  writer.unsigned(orderType);
  writer.unsigned(4);
  writer.bit(0);
  writer.unsigned(3);
  writer.unsigned(1);
  writer.bit(1);
  writer.bits(0b1001, 4);
  writer.bit(1);
  return withEscapes(writer.bytes());
}

describe('sequences', () => {
  it('get an order of their own, and keep the rest', () => {
    const { nal, facts } = withOrder(sequence(2));
    expect(facts).toEqual({ frameNumberBits: 4, macroblocks: 8 });
    const reader = new BitReader(withoutEscapes(nal), 32);
    expect([reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]).toEqual([0, 0, 0, 12]);
    expect([reader.unsigned(), reader.bit(), reader.unsigned(), reader.unsigned(), reader.bit()]).toEqual([
      4, 0, 3, 1, 1,
    ]);
    expect([reader.bits(4), reader.bit()]).toEqual([0b1001, 1]);
  });

  it('of another kind are refused', () => {
    expect(() => withOrder(sequence(1))).toThrow(/ordered by type 1/);
  });
});

describe('boxes', () => {
  const leaf = (type: string, ...data: number[]) => ({ type, data: Uint8Array.from(data), children: null });
  const tree = { type: 'moov', data: new Uint8Array(), children: [leaf('mvhd', 1, 2), leaf('udta')] };

  it('are written as they were read, with what is replaced', () => {
    const [read] = readBoxes(boxBytes(tree));
    expect(read).toEqual(tree);
    const changed = withBoxes([tree], { mvhd: Uint8Array.from([3, 4, 5]) });
    expect([...boxAt(readBoxes(boxBytes(changed[0] ?? tree)), ['moov', 'mvhd']).data]).toEqual([3, 4, 5]);
  });

  it('that are cut short or missing are refused', () => {
    expect(() => readBoxes(boxBytes(tree).subarray(0, -1))).toThrow(RangeError);
    expect(() => boxAt([tree], ['moov', 'trak'])).toThrow(/no box trak/);
  });
});
