/** A file of tracks: its boxes but for the media themselves, and what its tables say of each sample. */
import type { FileHandle } from 'node:fs/promises';
import { BOX_HEAD_BYTES, type Box, boxAt, boxHead, readBoxes } from './boxes.js';
import { readLead, readTables } from './read-tables.js';
import { readPlace, type SamplePlace } from './sample-place.js';
import type { Lengths } from './tables.js';
import { clockOf } from './track-box.js';

export interface Track {
  readonly trak: Box;
  /** `vide` or `soun`. */
  readonly kind: string;
  /** The kind of its samples, e.g. `avc1`, and what is said of them. */
  readonly entry: Box;
  /** Ticks in a second. */
  readonly clock: number;
  /** In the order of decoding, which is that of presentation. */
  readonly samples: readonly SamplePlace[];
  readonly lengths: readonly Lengths[];
  /** Samples that decoding may begin with, counted from 1; null where it may begin with any. */
  readonly keys: readonly number[] | null;
  /** Ticks that are decoded and not presented. */
  readonly leadTicks: number;
}

export interface MovieFile {
  readonly ftyp: Box;
  readonly moov: Box;
  readonly tracks: readonly Track[];
  /** Content of the boxes of media. */
  readonly media: readonly SamplePlace[];
}

/** @throws {RangeError} when the file is not whole, or is not one of whole samples in their order. */
export async function readMovieFile(file: FileHandle): Promise<MovieFile> {
  const { boxes, media } = await readTop(file);
  const moov = boxAt(boxes, ['moov']);
  const tracks = (moov.children ?? []).filter(({ type }) => type === 'trak').map(readTrack);
  return { ftyp: boxAt(boxes, ['ftyp']), moov, tracks, media };
}

function readTrack(trak: Box): Track {
  const tables = boxAt([trak], ['trak', 'mdia', 'minf', 'stbl']).children ?? [];
  const entries = boxAt(tables, ['stsd']).children ?? [];
  const [entry] = entries;
  if (entry === undefined || entries.length !== 1) throw new RangeError(`a track has ${entries.length} descriptions`);
  const handler = boxAt([trak], ['trak', 'mdia', 'hdlr']).data;
  return {
    trak,
    kind: String.fromCharCode(...handler.subarray(8, 12)),
    entry,
    clock: clockOf(trak),
    leadTicks: readLead(trak),
    ...readTables(tables),
  };
}

/**
 * All boxes but those of media.
 * @param mostBytes of a box that is read, of files that others wrote.
 * @throws {RangeError} when the file is not whole, or a box is larger.
 */
export async function readTop(
  file: FileHandle,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<{ readonly boxes: Box[]; readonly media: SamplePlace[] }> {
  const { size } = await file.stat();
  const boxes: Box[] = [];
  const media: SamplePlace[] = [];
  for (let at = 0; at < size; ) {
    const start = await readPlace(file, { offset: at, bytes: Math.min(BOX_HEAD_BYTES, size - at) });
    const box = boxHead(start, size - at);
    if (box.type === 'mdat') media.push({ offset: at + box.head, bytes: box.size - box.head });
    else if (box.size > mostBytes) throw new RangeError(`box ${box.type} has ${box.size} bytes`);
    else boxes.push(...readBoxes(await readPlace(file, { offset: at, bytes: box.size })));
    at += box.size;
  }
  return { boxes, media };
}
