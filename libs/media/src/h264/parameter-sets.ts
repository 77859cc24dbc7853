/**
 * Sequence and picture parameter sets: what writing pictures of our own needs of them (ITU-T H.264, 7.3.2.1 and 7.3.2.2).
 * Only what x264 writes for progressive pictures is understood; anything else is refused, never guessed.
 */
import { BitReader, BitWriter } from './bits.js';
import { withEscapes, withoutEscapes } from './nal-unit.js';

/** Profiles whose sequence parameter set tells of chroma and scaling. */
const HIGH_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);
/** Bits of a picture's place in the order of output: two bytes, so that a slice that gets them keeps its alignment. */
export const ORDER_BITS = 16;

export interface SequenceFacts {
  readonly frameNumberBits: number;
  readonly macroblocks: number;
}

export interface PictureFacts {
  readonly id: number;
  /** CABAC; false is CAVLC. */
  readonly arithmetic: boolean;
  readonly weighted: boolean;
  readonly initialQp: number;
  readonly deblockingControl: boolean;
}

/**
 * Reads a sequence parameter set whose pictures are put out as they are decoded (`pic_order_cnt_type` 2), and writes it so
 * that each slice tells its place (type 0): only there may pictures follow each other that none refers to (7.4.2.1.1).
 * @throws {RangeError} when the set is of another kind.
 */
export function withOrder(nal: Uint8Array): { readonly nal: Uint8Array<ArrayBuffer>; readonly facts: SequenceFacts } {
  const raw = withoutEscapes(nal);
  const reader = new BitReader(raw, 8);
  const { frameNumberBits } = beforeOrder(reader);
  const before = reader.position;
  const orderType = reader.unsigned();
  if (orderType !== 2) throw new RangeError(`pictures are ordered by type ${orderType}`);
  const after = reader.position;
  reader.unsigned();
  reader.bit();
  const macroblocks = (reader.unsigned() + 1) * (reader.unsigned() + 1);
  if (reader.bit() !== 1) throw new RangeError('pictures may be fields');

  const writer = new BitWriter();
  copyBits(raw, 0, before, writer);
  writer.unsigned(0);
  writer.unsigned(ORDER_BITS - 4);
  copyBits(raw, after, endOfData(raw), writer);
  writer.bit(1);
  return { nal: withEscapes(writer.bytes()), facts: { frameNumberBits, macroblocks } };
}

/** Reads a sequence parameter set up to how pictures are ordered. @throws {RangeError} when it is of another kind. */
export function beforeOrder(reader: BitReader): { readonly bitDepth: number; readonly frameNumberBits: number } {
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  let bitDepth = 8;
  if (HIGH_PROFILES.has(profile)) {
    if (reader.unsigned() !== 1) throw new RangeError('pictures are not 4:2:0');
    bitDepth += reader.unsigned();
    reader.unsigned();
    reader.bit();
    if (reader.bit() === 1) throw new RangeError('the sequence has scaling lists');
  }
  return { bitDepth, frameNumberBits: reader.unsigned() + 4 };
}

/** @throws {RangeError} when slices of a picture could come out of order. */
export function pictureFacts(nal: Uint8Array): PictureFacts {
  const reader = new BitReader(withoutEscapes(nal), 8);
  const id = reader.unsigned();
  reader.unsigned();
  const arithmetic = reader.bit() === 1;
  if (reader.bit() === 1) throw new RangeError('slices tell the order of fields');
  if (reader.unsigned() !== 0) throw new RangeError('pictures have groups of slices');
  reader.unsigned();
  reader.unsigned();
  const weighted = reader.bit() === 1;
  reader.bits(2);
  const initialQp = reader.signed() + 26;
  reader.signed();
  reader.signed();
  const deblockingControl = reader.bit() === 1;
  reader.bit();
  if (reader.bit() === 1) throw new RangeError('slices may be redundant');
  return { id, arithmetic, weighted, initialQp, deblockingControl };
}

function copyBits(raw: Uint8Array, from: number, to: number, writer: BitWriter): void {
  const reader = new BitReader(raw, from);
  while (reader.position < to) writer.bit(reader.bit());
}

/** Bits before the one that ends the data. */
function endOfData(raw: Uint8Array): number {
  let last = raw.length - 1;
  while (last > 0 && raw[last] === 0) last -= 1;
  let bit = 7;
  while ((((raw[last] ?? 0) >> (7 - bit)) & 1) === 0) bit -= 1;
  return last * 8 + bit;
}
