/** Slices: their number among pictures, and their place in the order of output (ITU-T H.264, 7.3.3). */
import { BitReader, BitWriter } from './bits.js';
import { isReference, NAL_IDR_SLICE, nalType, withEscapes, withoutEscapes } from './nal-unit.js';
import { ORDER_BITS, type SequenceFacts } from './parameter-sets.js';

export interface PlacedSlice {
  readonly nal: Uint8Array<ArrayBuffer>;
  /** `frame_num`. */
  readonly number: number;
}

/**
 * The slice with its picture's place (`pic_order_cnt_lsb`) put in. What follows moves by two whole bytes, so the data keep
 * their alignment and need not be understood.
 * @throws {RangeError} when none refers to its picture: an encoder without B-frames makes no such slice.
 */
export function placeSlice(nal: Uint8Array, order: number, { frameNumberBits }: SequenceFacts): PlacedSlice {
  if (!isReference(nal)) throw new RangeError('a picture is not referred to');
  const raw = withoutEscapes(nal);
  const reader = new BitReader(raw, 8);
  reader.unsigned();
  reader.unsigned();
  reader.unsigned();
  const number = reader.bits(frameNumberBits);
  if (nalType(nal) === NAL_IDR_SLICE) reader.unsigned();
  const at = reader.position;

  const bytes = at >> 3;
  const writer = new BitWriter();
  const head = new BitReader(raw, bytes * 8);
  while (head.position < at) writer.bit(head.bit());
  writer.bits(order % 2 ** ORDER_BITS, ORDER_BITS);
  while (head.position < (bytes + 1) * 8) writer.bit(head.bit());
  const middle = writer.bytes();
  const placed = new Uint8Array(raw.length + ORDER_BITS / 8);
  placed.set(raw.subarray(0, bytes));
  placed.set(middle, bytes);
  placed.set(raw.subarray(bytes + 1), bytes + middle.length);
  return { nal: withEscapes(placed), number };
}
