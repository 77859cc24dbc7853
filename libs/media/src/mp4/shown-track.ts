/** A track of moving pictures as somebody's file holds it: its samples, and when each is shown (ISO/IEC 14496-12, 8.6). */
import type { FileHandle } from 'node:fs/promises';
import { type Box, boxAt, viewOf } from './boxes.js';
import { readTop } from './movie-file.js';
import { readLead, rows, samplePlaces } from './read-tables.js';
import type { SamplePlace } from './sample-place.js';
import { clockOf } from './track-box.js';

/** Most bytes of a box besides the media: tables of a day of pictures stay below. */
const MOST_BOX_BYTES = 64 * 1024 * 1024;
/** Most samples, a day at 60 pictures a second: a few bytes may claim four thousand million of one size, each an object here. */
const MOST_SAMPLES = 24 * 3600 * 60;
/** Rows of a transformation that changes nothing. */
const IDENTITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

export interface ShownTrack {
  /** The kind of its samples, e.g. `avc1`, and what is said of them. */
  readonly entry: Box;
  /** In the order of decoding. */
  readonly samples: readonly SamplePlace[];
  /** When the picture of each sample is shown: seconds from the start of the file, ≥ 0. */
  readonly times: readonly number[];
  /** When the last picture ends, seconds. */
  readonly end: number;
  /** Samples that decoding may begin with, counted from 0, ascending. */
  readonly keys: readonly number[];
}

/**
 * The only track of pictures.
 * @throws {RangeError} when the file is not whole, claims more than MOST_SAMPLES, is in fragments, has several such tracks,
 * turns its pictures, or shows anything but all of the track from its beginning.
 */
export async function readShownTrack(file: FileHandle): Promise<ShownTrack> {
  const { boxes } = await readTop(file, MOST_BOX_BYTES);
  const moov = boxAt(boxes, ['moov']);
  const inside = moov.children ?? [];
  if (inside.some(({ type }) => type === 'mvex')) throw new RangeError('the file is in fragments');
  const tracks = inside.filter((box) => box.type === 'trak' && handlerOf(box) === 'vide');
  const [trak] = tracks;
  if (trak === undefined || tracks.length !== 1) throw new RangeError(`there are ${tracks.length} tracks of pictures`);
  if (!isUpright(boxAt([trak], ['trak', 'tkhd']))) throw new RangeError('the pictures are turned');
  const tables = boxAt([trak], ['trak', 'mdia', 'minf', 'stbl']).children ?? [];
  const entries = boxAt(tables, ['stsd']).children ?? [];
  const [entry] = entries;
  if (entry === undefined || entries.length !== 1) throw new RangeError(`a track has ${entries.length} descriptions`);
  const claimed = viewOf(boxAt(tables, ['stsz']).data).getUint32(8);
  if (claimed > MOST_SAMPLES) throw new RangeError(`the track says that it has ${claimed} samples`);
  const samples = samplePlaces(tables);
  const { size } = await file.stat();
  if (samples.some(({ offset, bytes }) => offset + bytes > size)) throw new RangeError('a sample lies beyond the file');
  const clock = clockOf(trak);
  const { ticks, endTicks } = shownTicks(tables, samples.length, readLead(trak));
  if (!(clock > 0) || ticks.reduce((least, tick) => Math.min(least, tick), endTicks) !== 0) {
    throw new RangeError('the first picture is not shown at the beginning');
  }
  const shownSeconds = editSeconds(trak, moov);
  const last = ticks.reduce((most, tick) => Math.max(most, tick), 0);
  // An edit's length is in thousandths, and a last picture may be given none.
  if (shownSeconds !== null && shownSeconds + 0.001 < last / clock)
    throw new RangeError('the last pictures are not shown');
  const keys = tables.find(({ type }) => type === 'stss');
  return {
    entry,
    samples,
    times: ticks.map((tick) => tick / clock),
    end: endTicks / clock,
    keys: keys === undefined ? samples.map((_, index) => index) : rows(keys, 1).map(([key = 0]) => key - 1),
  };
}

const handlerOf = (trak: Box): string =>
  String.fromCharCode(...boxAt([trak], ['trak', 'mdia', 'hdlr']).data.subarray(8, 12));

function isUpright({ data }: Box): boolean {
  const view = viewOf(data);
  const matrix = data[0] === 1 ? 52 : 40;
  return IDENTITY.every((value, index) => view.getUint32(matrix + 4 * index) === value);
}

/** When each sample is shown, and when the last one ends, in ticks after `lead`. */
function shownTicks(
  tables: readonly Box[],
  samples: number,
  lead: number,
): { readonly ticks: number[]; readonly endTicks: number } {
  const lengths = spread(boxAt(tables, ['stts']), samples);
  const shifts = tables.find(({ type }) => type === 'ctts');
  const later = shifts === undefined ? null : spread(shifts, samples).map((shift) => shift | 0);
  const ticks: number[] = [];
  let decoded = 0;
  let endTicks = 0;
  for (let index = 0; index < samples; index += 1) {
    const tick = decoded + (later?.[index] ?? 0) - lead;
    ticks.push(tick);
    endTicks = Math.max(endTicks, tick + (lengths[index] ?? 0));
    decoded += lengths[index] ?? 0;
  }
  return { ticks, endTicks };
}

/** The value of each sample, from a table of runs. */
function spread(box: Box, samples: number): number[] {
  const values: number[] = [];
  for (const [count = 0, value = 0] of rows(box, 2)) {
    if (count > samples - values.length)
      throw new RangeError(`the table ${box.type} tells of more samples than there are`);
    for (let left = count; left > 0; left -= 1) values.push(value);
  }
  if (values.length !== samples) throw new RangeError(`${values.length} of ${samples} samples stand in ${box.type}`);
  return values;
}

/** Seconds that the only edit shows; null where there is none, or where it says nothing of its length. */
function editSeconds(trak: Box, moov: Box): number | null {
  const edits = (trak.children ?? []).find(({ type }) => type === 'edts');
  if (edits === undefined) return null;
  const length = viewOf(boxAt([edits], ['edts', 'elst']).data).getUint32(8);
  const head = boxAt([moov], ['moov', 'mvhd']).data;
  const clock = viewOf(head).getUint32(head[0] === 1 ? 20 : 12);
  return length === 0 || clock === 0 ? null : length / clock;
}
