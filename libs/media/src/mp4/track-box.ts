/** A track described anew: its description is taken over, its tables are those of other samples. */
import { type Box, boxAt, viewOf } from './boxes.js';
import { chunkTable, keyTable, type Lengths, lengthTable, numbers, patched, placeTable, sizeTable } from './tables.js';

export interface TrackSamples {
  /** Bytes of each. */
  readonly sizes: readonly number[];
  readonly lengths: readonly Lengths[];
  /** Samples that decoding may begin with, counted from 1; null where it may begin with any. */
  readonly keys: readonly number[] | null;
  /** Ticks that are decoded and not presented: what an encoder of sound needs to begin. */
  readonly leadTicks: number;
}

/** Runs of samples that stand together in the file. */
export interface TrackChunks {
  /** Samples of each. */
  readonly counts: readonly number[];
  /** Bytes from the start of the file to each. */
  readonly places: readonly number[];
  /** Places take 8 bytes. */
  readonly long: boolean;
}

/** Boxes that go with the sound's samples, as many as before: how many of them decoding needs to begin anywhere. */
const KEPT = ['sgpd', 'sbgp'];

export const ticksOf = (lengths: readonly Lengths[]): number =>
  lengths.reduce((sum, { samples, ticks }) => sum + samples * ticks, 0);

export const clockOf = (trak: Box): number => viewOf(boxAt([trak], ['trak', 'mdia', 'mdhd']).data).getUint32(12);

/** Length of what is presented in ticks of the whole film, rounded up so that nothing is cut off. */
export function filmTicks(trak: Box, { lengths, leadTicks }: TrackSamples, filmClock: number): number {
  return Math.ceil(((ticksOf(lengths) - leadTicks) * filmClock) / clockOf(trak));
}

/**
 * The track with other samples. Without anything to leave out it has no list of edits: it begins with its first sample,
 * and is as long as its samples are.
 * @throws {RangeError} when the description is of an unknown kind.
 */
export function trackBox(
  trak: Box,
  samples: TrackSamples,
  chunks: TrackChunks,
  { id, filmClock }: { readonly id: number; readonly filmClock: number },
): Box {
  const length = filmTicks(trak, samples, filmClock);
  const place = placeTable(chunks.places, chunks.long);
  const tables = (old: readonly Box[]): Box[] => [
    boxAt(old, ['stsd']),
    leaf('stts', lengthTable(samples.lengths)),
    ...(samples.keys === null ? [] : [leaf('stss', keyTable(samples.keys))]),
    leaf('stsc', chunkTable(chunks.counts)),
    leaf('stsz', sizeTable(samples.sizes)),
    leaf(place.type, place.data),
    ...(samples.leadTicks > 0 ? old.filter(({ type }) => KEPT.includes(type)) : []),
  ];
  const changed = (box: Box): Box[] => {
    switch (box.type) {
      case 'tkhd':
        return [leaf('tkhd', patched(box.data, { 12: id, 20: length })), ...edits(samples.leadTicks, length)];
      case 'edts':
        return [];
      case 'mdhd':
        return [leaf('mdhd', patched(box.data, { 16: ticksOf(samples.lengths) }))];
      case 'stbl':
        return [{ ...box, children: tables(box.children ?? []) }];
      default:
        return [box.children === null ? box : { ...box, children: box.children.flatMap(changed) }];
    }
  };
  return { ...trak, children: (trak.children ?? []).flatMap(changed) };
}

export const leaf = (type: string, data: Uint8Array): Box => ({ type, data, children: null });

/** A list of one edit at the normal speed (8.6.6). */
function edits(leadTicks: number, length: number): Box[] {
  if (leadTicks === 0) return [];
  const list = leaf('elst', numbers([0, 1, length, leadTicks, 0x10000]));
  return [{ type: 'edts', data: new Uint8Array(0), children: [list] }];
}
