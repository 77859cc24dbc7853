/** The parameter sets of a track of H.264 (`avcC`; ISO/IEC 14496-15, 5.3.3.1). */
import { viewOf } from './boxes.js';

export interface AvcConfiguration {
  /** As NAL units. */
  readonly sequence: Uint8Array;
  readonly picture: Uint8Array;
  /** Bytes of the length before each unit of a sample. */
  readonly lengthBytes: number;
}

/** @throws {RangeError} when there is not one set of each kind. */
export function readConfiguration(data: Uint8Array): AvcConfiguration {
  const view = viewOf(data);
  const take = (at: number): Uint8Array => data.subarray(at + 2, at + 2 + view.getUint16(at));
  if (((data[5] ?? 0) & 31) !== 1) throw new RangeError('the track has not one sequence parameter set');
  const sequence = take(6);
  const next = 8 + sequence.length;
  if (data[next] !== 1) throw new RangeError('the track has not one picture parameter set');
  return { lengthBytes: ((data[4] ?? 0) & 3) + 1, sequence, picture: take(next + 1) };
}

/** The configuration with this sequence parameter set in the place of its own, and lengths of 4 bytes. */
export function withSequence(data: Uint8Array, sequence: Uint8Array): Uint8Array {
  const rest = data.subarray(8 + readConfiguration(data).sequence.length);
  const out = new Uint8Array(8 + sequence.length + rest.length);
  out.set(data.subarray(0, 6));
  out[4] = (data[4] ?? 0) | 3;
  viewOf(out).setUint16(6, sequence.length);
  out.set(sequence, 8);
  out.set(rest, 8 + sequence.length);
  return out;
}
