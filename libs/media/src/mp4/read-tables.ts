/** Reading the tables of a track (ISO/IEC 14496-12, 8.6 and 8.7). */
import { type Box, boxAt, viewOf } from './boxes.js';
import type { SamplePlace } from './sample-place.js';
import type { Lengths } from './tables.js';

export interface Tables {
  readonly samples: readonly SamplePlace[];
  readonly lengths: readonly Lengths[];
  readonly keys: readonly number[] | null;
}

/** @throws {RangeError} when the tables do not agree, or samples are presented in another order than they are decoded. */
export function readTables(tables: readonly Box[]): Tables {
  if (tables.some(({ type }) => type === 'ctts')) throw new RangeError('samples are not presented as they are decoded');
  const samples = samplePlaces(tables);
  const lengths = rows(boxAt(tables, ['stts']), 2).map(([count = 0, ticks = 0]) => ({ samples: count, ticks }));
  const timed = lengths.reduce((sum, run) => sum + run.samples, 0);
  if (timed !== samples.length) throw new RangeError(`${timed} of ${samples.length} samples have a length`);
  const keys = tables.find(({ type }) => type === 'stss');
  return { samples, lengths, keys: keys === undefined ? null : rows(keys, 1).map(([key = 0]) => key) };
}

/** Ticks before what is presented: the start of the only edit (8.6.6). */
export function readLead(trak: Box): number {
  const edits = (trak.children ?? []).find(({ type }) => type === 'edts');
  if (edits === undefined) return 0;
  const list = viewOf(boxAt([edits], ['edts', 'elst']).data);
  const isPlain = list.byteLength === 20 && list.getUint8(0) === 0 && list.getUint32(4) === 1;
  if (!isPlain || list.getInt32(12) < 0 || list.getUint32(16) !== 0x10000) {
    throw new RangeError('the list of edits says more than where a track begins');
  }
  return list.getInt32(12);
}

/** Where the samples are, in the order of decoding. @throws {RangeError} when the tables are not whole. */
export function samplePlaces(tables: readonly Box[]): SamplePlace[] {
  const sizes = viewOf(boxAt(tables, ['stsz']).data);
  const same = sizes.getUint32(4);
  const count = sizes.getUint32(8);
  const runs = rows(boxAt(tables, ['stsc']), 3);
  const places: SamplePlace[] = [];
  let run = 0;
  for (const [index, start] of chunkPlaces(tables).entries()) {
    while ((runs[run + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= index + 1) run += 1;
    let offset = start;
    for (let number = runs[run]?.[1] ?? 0; number > 0 && places.length < count; number -= 1) {
      const bytes = same === 0 ? sizes.getUint32(12 + 4 * places.length) : same;
      places.push({ offset, bytes });
      offset += bytes;
    }
  }
  if (places.length !== count) throw new RangeError(`${places.length} of ${count} samples have a place`);
  return places;
}

function chunkPlaces(tables: readonly Box[]): number[] {
  const long = tables.find(({ type }) => type === 'co64');
  if (long === undefined) return rows(boxAt(tables, ['stco']), 1).map(([place = 0]) => place);
  return rows(long, 2).map(([high = 0, low = 0]) => high * 2 ** 32 + low);
}

/** The entries of a table, of so many numbers each. @throws {RangeError} when it holds fewer than it says. */
export function rows(box: Box, width: number): number[][] {
  const view = viewOf(box.data);
  const count = view.getUint32(4);
  if (8 + 4 * width * count > view.byteLength) throw new RangeError(`the table ${box.type} is not whole`);
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: width }, (_, column) => view.getUint32(8 + 4 * (row * width + column))),
  );
}
