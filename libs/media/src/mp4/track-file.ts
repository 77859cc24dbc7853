/** Files of one track, as FFmpeg writes a chunk: where their samples are. */
import type { FileHandle } from 'node:fs/promises';
import { type Box, boxAt, readBoxes, viewOf } from './boxes.js';

export interface SamplePlace {
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly bytes: number;
}

export interface TrackFile {
  readonly ftyp: Box;
  readonly moov: Box;
  readonly samples: readonly SamplePlace[];
}

/** Path of a track's tables. */
export const SAMPLE_TABLE = ['moov', 'trak', 'mdia', 'minf', 'stbl'] as const;

/** @throws {RangeError} when the file is not whole. */
export async function readTrackFile(file: FileHandle): Promise<TrackFile> {
  const boxes = await readSmallBoxes(file);
  const moov = boxAt(boxes, ['moov']);
  return { ftyp: boxAt(boxes, ['ftyp']), moov, samples: samplePlaces(boxAt([moov], SAMPLE_TABLE).children ?? []) };
}

export async function readPlace(file: FileHandle, { offset, bytes }: SamplePlace): Promise<Buffer> {
  const data = Buffer.allocUnsafe(bytes);
  const { bytesRead } = await file.read(data, 0, bytes, offset);
  if (bytesRead !== bytes) throw new RangeError(`the file ends within ${bytes} bytes at ${offset}`);
  return data;
}

/** All boxes of the file but the media themselves. */
async function readSmallBoxes(file: FileHandle): Promise<Box[]> {
  const { size } = await file.stat();
  const boxes: Box[] = [];
  for (let at = 0; at < size; ) {
    const head = await readPlace(file, { offset: at, bytes: Math.min(16, size - at) });
    const short = head.readUInt32BE(0);
    const bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (bytes < 8) throw new RangeError('a box is shorter than its head');
    if (head.toString('latin1', 4, 8) !== 'mdat')
      boxes.push(...readBoxes(await readPlace(file, { offset: at, bytes })));
    at += bytes;
  }
  return boxes;
}

/** ISO/IEC 14496-12, 8.7. */
function samplePlaces(tables: readonly Box[]): SamplePlace[] {
  const sizes = viewOf(boxAt(tables, ['stsz']).data);
  const same = sizes.getUint32(4);
  const count = sizes.getUint32(8);
  const runs = viewOf(boxAt(tables, ['stsc']).data);
  const places: SamplePlace[] = [];
  let run = 0;
  for (const [index, start] of runStarts(tables).entries()) {
    while (run + 1 < runs.getUint32(4) && runs.getUint32(8 + 12 * (run + 1)) <= index + 1) run += 1;
    let offset = start;
    for (let number = runs.getUint32(12 + 12 * run); number > 0 && places.length < count; number -= 1) {
      const bytes = same === 0 ? sizes.getUint32(12 + 4 * places.length) : same;
      places.push({ offset, bytes });
      offset += bytes;
    }
  }
  if (places.length !== count) throw new RangeError(`${places.length} of ${count} samples have a place`);
  return places;
}

/** Offsets of runs of samples. */
function runStarts(tables: readonly Box[]): number[] {
  const long = tables.find(({ type }) => type === 'co64');
  const view = viewOf((long ?? boxAt(tables, ['stco'])).data);
  return Array.from({ length: view.getUint32(4) }, (_, index) =>
    long === undefined ? view.getUint32(8 + 4 * index) : Number(view.getBigUint64(8 + 8 * index)),
  );
}
