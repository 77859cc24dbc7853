/** What a sequence parameter set says of the pictures as they are shown (ITU-T H.264, 7.3.2.1 and E.1.1). */
import { BitReader } from './bits.js';
import { withoutEscapes } from './nal-unit.js';
import { beforeOrder } from './parameter-sets.js';

export interface SequencePicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly fullRange: boolean;
  /** Number of the transfer characteristics (Rec. ITU-T H.273); null where nothing is said. */
  readonly transfer: number | null;
}

const MACROBLOCK = 16;
/** Aspect ratio that is told in numbers. */
const EXTENDED_ASPECT = 255;

/** @throws {RangeError} when pictures are not progressive ones of 4:2:0. */
export function sequencePicture(nal: Uint8Array): SequencePicture {
  const reader = new BitReader(withoutEscapes(nal), 8);
  const { bitDepth } = beforeOrder(reader);
  const orderType = reader.unsigned();
  if (orderType === 1) throw new RangeError('pictures are ordered by type 1');
  if (orderType === 0) reader.unsigned();
  reader.unsigned();
  reader.bit();
  const across = (reader.unsigned() + 1) * MACROBLOCK;
  const down = (reader.unsigned() + 1) * MACROBLOCK;
  if (reader.bit() !== 1) throw new RangeError('pictures may be fields');
  reader.bit();
  const [left = 0, right = 0, top = 0, bottom = 0] = reader.bit() === 1 ? fourOf(() => 2 * reader.unsigned()) : [];
  const size = { width: across - left - right, height: down - top - bottom };
  return { ...size, bitDepth, ...signal(reader) };
}

const fourOf = (read: () => number): number[] => [read(), read(), read(), read()];

function signal(reader: BitReader): Pick<SequencePicture, 'fullRange' | 'transfer'> {
  const unknown = { fullRange: false, transfer: null };
  if (reader.bit() === 0) return unknown;
  if (reader.bit() === 1 && reader.bits(8) === EXTENDED_ASPECT) reader.bits(32);
  if (reader.bit() === 1) reader.bit();
  if (reader.bit() === 0) return unknown;
  reader.bits(3);
  const fullRange = reader.bit() === 1;
  if (reader.bit() === 0) return { ...unknown, fullRange };
  reader.bits(8);
  return { fullRange, transfer: reader.bits(8) };
}
