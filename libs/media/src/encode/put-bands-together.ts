/** From a file of bands that have changed to one that holds a picture for every frame (docs/decisions/prores-in-bands.md). */
import type { FileHandle } from 'node:fs/promises';
import { boxAt } from '../mp4/boxes.js';
import { readPlace, type SamplePlace } from '../mp4/sample-place.js';
import { patched } from '../mp4/tables.js';
import type { TrackFile } from '../mp4/track-file.js';
import { type Sample, writeTrack } from '../mp4/write-track.js';
import { BAND_LINES, type BandSlices, bandCount, bandSlices, joinBands } from '../prores/bands.js';
import { rewriteTrack } from './rewrite-track.js';

export interface BandPicture {
  /** The frame that shows it first, from the chunk's first; grows. */
  readonly frame: number;
  /** The bands that differ from the picture before, from the top, from 0; all of the first picture. */
  readonly bands: readonly number[];
}

export interface BandFile {
  /** Holds the bands of all pictures in order; written anew under the same name. */
  readonly path: string;
  readonly pictures: readonly BandPicture[];
  /** Frames of the chunk: the last picture is shown up to there. */
  readonly frames: number;
  /** Lines of a whole picture. */
  readonly height: number;
  /** Length of a frame in ticks of the track's clock. */
  readonly ticks: number;
}

/** Places of sides in a picture's sample entry (ISO/IEC 14496-12, 12.1.3), two bytes each, and of the height in `tkhd` (8.3.2). */
const ENTRY_WIDTH_AT = 24;
const ENTRY_HEIGHT_AT = 26;
const TRACK_HEIGHT_AT = 80;

/** @throws {FramefarmError} `ENCODER_FAILED` when the file is not what the encoder should have made; `DISK_FULL`. */
export async function putBandsTogether(file: BandFile): Promise<void> {
  await rewriteTrack(file.path, async (source, out, track) => {
    const bands = file.pictures.reduce((sum, picture) => sum + picture.bands.length, 0);
    if (track.samples.length !== bands) {
      throw new RangeError(`${track.samples.length} bands were encoded of ${bands}`);
    }
    await writeTrack(out, track, samples(source, track, file), {
      ticks: file.ticks,
      replaced: ofHeight(track, file.height),
    });
  });
}

async function* samples(
  source: FileHandle,
  track: TrackFile,
  { pictures, frames, height }: BandFile,
): AsyncGenerator<Sample> {
  const shown: BandSlices[] = [];
  /** Of the frame before, which has been written when the next one is asked for. */
  let memory: Buffer = Buffer.alloc(0);
  let taken = 0;
  for (const [index, { frame, bands }] of pictures.entries()) {
    const changed = await readSamples(source, track.samples.slice(taken, taken + bands.length));
    taken += bands.length;
    for (const [at, band] of bands.entries()) shown[band] = bandSlices(changed[at] as Buffer);
    if (shown.length !== bandCount(height)) throw new RangeError('the first picture is not whole');
    const data = joinBands(shown, height, memory);
    if (data.length > memory.length) memory = data;
    const end = pictures[index + 1]?.frame ?? frames;
    for (let again = frame; again < end; again += 1) yield { data, key: true };
  }
}

/** Samples that stand together are read together. */
async function readSamples(source: FileHandle, places: readonly SamplePlace[]): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let at = 0; at < places.length; ) {
    const first = places[at] as SamplePlace;
    let [next, end] = [at, first.offset];
    for (let place = places[next]; place?.offset === end; place = places[next]) {
      end += place.bytes;
      next += 1;
    }
    const bytes = await readPlace(source, { offset: first.offset, bytes: end - first.offset });
    for (const place of places.slice(at, next)) {
      const start = place.offset - first.offset;
      found.push(bytes.subarray(start, start + place.bytes));
    }
    at = next;
  }
  return found;
}

/** The boxes that tell the size of the pictures. */
function ofHeight({ trak, entry }: TrackFile, height: number): Record<string, Uint8Array> {
  const sides = Buffer.from(entry.data);
  if (sides.readUInt16BE(ENTRY_HEIGHT_AT) !== BAND_LINES) throw new RangeError('the file does not hold bands');
  const width = sides.readUInt16BE(ENTRY_WIDTH_AT);
  return {
    [entry.type]: patched(sides, { [ENTRY_WIDTH_AT]: width * 0x10000 + height }),
    tkhd: patched(boxAt([trak], ['trak', 'tkhd']).data, { [TRACK_HEIGHT_AT]: height * 0x10000 }),
  };
}
