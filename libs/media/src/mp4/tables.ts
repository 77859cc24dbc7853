/** Tables of a track's samples as they are written (ISO/IEC 14496-12, 8.6 and 8.7). */
import { viewOf } from './boxes.js';

/** Samples that follow each other and last equally long. */
export interface Lengths {
  readonly samples: number;
  /** Of the track's clock, each. */
  readonly ticks: number;
}

/** The largest number of 4 bytes. */
const LONGEST = 0xffff_ffff;

/** The last place that 4 bytes can tell. */
export const LAST_SHORT_PLACE = LONGEST;

export function numbers(values: readonly number[]): Uint8Array {
  const out = new Uint8Array(values.length * 4);
  const view = viewOf(out);
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return out;
}

/** A box of version 0: the number of entries, and the entries. */
export const table = (entries: readonly (readonly number[])[]): Uint8Array =>
  numbers([0, entries.length, ...entries.flat()]);

/** `stts` */
export const lengthTable = (lengths: readonly Lengths[]): Uint8Array =>
  table(lengths.map(({ samples, ticks }) => [samples, ticks]));

/** `stss`: samples that decoding may begin with, counted from 1. */
export const keyTable = (keys: readonly number[]): Uint8Array => table(keys.map((key) => [key]));

/** `stsz` */
export const sizeTable = (sizes: readonly number[]): Uint8Array => numbers([0, 0, sizes.length, ...sizes]);

/** `stsc`: samples of each chunk; chunks with as many as the one before need no entry. */
export function chunkTable(counts: readonly number[]): Uint8Array {
  const changes = counts.map((samples, index) => [index + 1, samples, 1] as const);
  return table(changes.filter(([number, samples]) => samples !== counts[number - 2]));
}

/** `stco`, or `co64` for places beyond 4 GiB. */
export function placeTable(
  places: readonly number[],
  long: boolean,
): { readonly type: 'stco' | 'co64'; readonly data: Uint8Array } {
  if (!long) return { type: 'stco', data: table(places.map((place) => [place])) };
  const data = new Uint8Array(8 + 8 * places.length);
  const view = viewOf(data);
  view.setUint32(4, places.length);
  for (const [index, place] of places.entries()) view.setBigUint64(8 + 8 * index, BigInt(place));
  return { type: 'co64', data };
}

/** A copy with some numbers of 4 bytes changed, by place. @throws {RangeError} when the box has times of 8 bytes, or needs them. */
export function patched(data: Uint8Array, values: Readonly<Record<number, number>>): Uint8Array {
  if (data[0] !== 0) throw new RangeError('times have 8 bytes');
  const copy = data.slice();
  for (const [at, value] of Object.entries(values)) {
    if (value > LONGEST) throw new RangeError(`${value} ticks are too long for 4 bytes`);
    viewOf(copy).setUint32(Number(at), value);
  }
  return copy;
}
