/** Files of one track made by hand: samples and what is said of them, without an encoder. */
import { writeFile } from 'node:fs/promises';
import { sampleOf } from '../../../libs/media/src/h264/nal-unit.js';
import { type Box, boxBytes } from '../../../libs/media/src/mp4/boxes.js';
import { mediaHead, movieBox } from '../../../libs/media/src/mp4/movie-box.js';
import { lengthTable, numbers } from '../../../libs/media/src/mp4/tables.js';

const leaf = (type: string, data: Uint8Array): Box => ({ type, data, children: null });
const tree = (type: string, children: readonly Box[], data: Uint8Array = new Uint8Array(0)): Box => ({
  type,
  data,
  children,
});
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** x264's, for 256 × 64 pixels of limited BT.709. */
const AVC = '0164000bffe1001b6764000bacc6901026c05a808080a0000003002000000781e2854901000668ebc08cb22cfdf8f800';

/** Fields of a sample entry with numbers of 2 bytes at some places. */
function entry(bytes: number, values: Readonly<Record<number, number>>): Uint8Array {
  const data = Buffer.alloc(bytes);
  for (const [at, value] of Object.entries(values)) data.writeUInt16BE(value, Number(at));
  return data;
}

const PICTURE = { 6: 1, 24: 256, 26: 64 };
const CODER = Buffer.from('0eLavc something');

export const ENTRIES = {
  h264: tree('avc1', [leaf('avcC', Buffer.from(AVC, 'hex'))], entry(78, PICTURE)),
  /** Named by its encoder, as FFmpeg does. */
  named: tree(
    'avc1',
    [leaf('avcC', Buffer.from(AVC, 'hex')), leaf('btrt', numbers([0, 7, 7]))],
    Buffer.concat([entry(42, PICTURE), CODER, Buffer.alloc(36 - CODER.length)]),
  ),
  other: tree('avc1', [leaf('avcC', Buffer.from(AVC.replace('68eb', '68ea'), 'hex'))], entry(78, PICTURE)),
  prores: leaf('ap4h', entry(78, PICTURE)),
  aac: leaf(
    'mp4a',
    Buffer.concat([entry(28, { 6: 1, 16: 2, 18: 16, 24: 48_000 }), boxBytes(leaf('esds', numbers([0, 7])))]),
  ),
} as const;

export interface HandMade {
  readonly entry: Box;
  readonly kind: 'vide' | 'soun';
  /** Ticks in a second, and of each sample. */
  readonly clock: number;
  readonly ticks: number;
  readonly samples: readonly Uint8Array[];
  /** Counted from 1; null: all. */
  readonly keys?: readonly number[] | null;
  readonly leadTicks?: number;
}

/** A description with no samples yet. */
export function trakOf({ entry: description, kind, clock }: Pick<HandMade, 'entry' | 'kind' | 'clock'>): Box {
  const stbl = tree('stbl', [tree('stsd', [description], numbers([0, 1])), leaf('stts', lengthTable([]))]);
  const dinf = leaf('dinf', numbers([1]));
  const mdia = tree('mdia', [
    leaf('mdhd', numbers([0, 0, 0, clock, 0, 0x55c4_0000])),
    leaf('hdlr', Buffer.concat([numbers([0, 0]), latin(kind), numbers([0, 0, 0]), latin('Name\0')])),
    tree('minf', [dinf, stbl]),
  ]);
  return tree('trak', [leaf('tkhd', numbers(Array.from({ length: 21 }, () => 0))), mdia]);
}

export const FTYP = leaf('ftyp', latin('isom\0\0\0\0isom'));
export const MOOV = tree('moov', [
  leaf('mvhd', numbers(Array.from({ length: 25 }, (_, at) => (at === 3 ? 1000 : 0)))),
  leaf('udta', latin('kept')),
]);

/** The media before the description, as an encoder writes it. */
export function fileOf(made: HandMade): Buffer {
  const { samples, ticks, keys = null, leadTicks = 0 } = made;
  const start = boxBytes(FTYP).length + mediaHead(0, false).length;
  const track = {
    trak: trakOf(made),
    samples: {
      sizes: samples.map(({ length }) => length),
      lengths: [{ samples: samples.length, ticks }],
      keys,
      leadTicks,
    },
    chunks: { counts: [samples.length], places: [start], long: false },
  };
  const media = Buffer.concat(samples);
  return Buffer.concat([boxBytes(FTYP), mediaHead(media.length, false), media, boxBytes(movieBox(MOOV, [track]))]);
}

export async function writeHandMade(path: string, made: HandMade): Promise<string> {
  await writeFile(path, fileOf(made));
  return path;
}

/** A picture of H.264: a unit that begins with its type, and bytes that tell which it is. */
export const picture = (number: number, key = false): Uint8Array =>
  sampleOf([Uint8Array.from([6, number]), Uint8Array.from([key ? 0x65 : 0x41, number, ...Array(number % 7).fill(9)])]);

/** A chunk of so many pictures whose first is a key. */
export function chunk(first: number, count: number, overrides: Partial<HandMade> = {}): HandMade {
  const samples = Array.from({ length: count }, (_, index) => picture(first + index, index === 0));
  return { entry: ENTRIES.named, kind: 'vide', clock: 15_360, ticks: 512, samples, keys: [1], ...overrides };
}

/** Packets of 1024 samples, of which the first is there for the decoder to begin. */
export function sound(packets: number): HandMade {
  const samples = Array.from({ length: packets }, (_, index) => Buffer.alloc(5 + (index % 3), index));
  return { entry: ENTRIES.aac, kind: 'soun', clock: 48_000, ticks: 1024, samples, leadTicks: 1024 };
}

/** A frame of ProRes 4444 with 8 bits of alpha, or none. */
export function proresFrame(number: number, alpha: 0 | 1 = 1): Buffer {
  const frame = Buffer.alloc(40, number);
  frame.writeUInt32BE(frame.length, 0);
  frame.write('icpf', 4, 'latin1');
  frame.writeUInt16BE(256, 16);
  frame.writeUInt16BE(64, 18);
  frame.writeUInt8(0xc0, 20);
  frame.writeUInt8(1, 23);
  frame.writeUInt8(alpha, 25);
  return frame;
}
