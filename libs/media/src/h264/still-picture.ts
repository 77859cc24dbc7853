/**
 * A picture that shows the one before it once more: a slice all of whose macroblocks are skipped, some 20 to 100 bytes
 * whatever the size (ITU-T H.264, 8.4.1.1: a skipped macroblock with skipped neighbours does not move). None refers
 * to it, so what the encoder did before and does afterwards stays as it is.
 */
import { BitWriter } from './bits.js';
import { SKIP_QP, skippedByArithmetic } from './cabac-skips.js';
import { withEscapes } from './nal-unit.js';
import { ORDER_BITS, type PictureFacts, type SequenceFacts } from './parameter-sets.js';

export interface StillPicture {
  /** `frame_num` of the picture it repeats. */
  readonly after: number;
  /** Its place in the order of output. */
  readonly order: number;
}

/** A slice of type P and not of reference (`nal_ref_idc` 0). */
const NAL_HEADER = 1;
const SLICE_P = 5;

export function stillPicture(
  { after, order }: StillPicture,
  sequence: SequenceFacts,
  picture: PictureFacts,
): Uint8Array<ArrayBuffer> {
  const writer = new BitWriter();
  writer.bits(NAL_HEADER, 8);
  writer.unsigned(0);
  writer.unsigned(SLICE_P);
  writer.unsigned(picture.id);
  writer.bits((after + 1) % 2 ** sequence.frameNumberBits, sequence.frameNumberBits);
  writer.bits(order % 2 ** ORDER_BITS, ORDER_BITS);
  // One reference, the picture before, in its natural place.
  writer.bit(1);
  writer.unsigned(0);
  writer.bit(0);
  if (picture.weighted) {
    // Weights of one.
    writer.unsigned(0);
    writer.unsigned(0);
    writer.bits(0, 2);
  }
  if (picture.arithmetic) writer.unsigned(0);
  writer.signed(SKIP_QP - picture.initialQp);
  // No smoothing of edges.
  if (picture.deblockingControl) writer.unsigned(1);
  if (!picture.arithmetic) {
    writer.unsigned(sequence.macroblocks);
    writer.bit(1);
    return withEscapes(writer.bytes());
  }
  writer.align(1);
  const head = writer.bytes();
  const data = skippedByArithmetic(sequence.macroblocks);
  const slice = new Uint8Array(head.length + data.length);
  slice.set(head);
  slice.set(data, head.length);
  return withEscapes(slice);
}
