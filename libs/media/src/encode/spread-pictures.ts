/**
 * From a file that holds each different picture once to one that holds a picture for every frame: a held H.264 picture is a
 * slice that skips everything, one of an intra-only codec is the same sample again (docs/decisions/held-pictures.md).
 */
import type { FileHandle } from 'node:fs/promises';
import { NAL_IDR_SLICE, NAL_SLICE, nalType, sampleOf, unitsOf } from '../h264/nal-unit.js';
import { pictureFacts, withOrder } from '../h264/parameter-sets.js';
import { placeSlice } from '../h264/slice.js';
import { stillPicture } from '../h264/still-picture.js';
import { readConfiguration, withSequence } from '../mp4/avc-configuration.js';
import { boxAt } from '../mp4/boxes.js';
import { readPlace } from '../mp4/sample-place.js';
import { SAMPLE_TABLE, type TrackFile } from '../mp4/track-file.js';
import { type Sample, writeTrack } from '../mp4/write-track.js';
import { rewriteTrack } from './rewrite-track.js';

export interface Spread {
  /** Written anew under the same name. */
  readonly path: string;
  readonly codec: 'h264' | 'intra';
  /** Frame of each picture in the file, counted from the chunk's first; grows. */
  readonly shownAt: readonly number[];
  /** Frames of the chunk: the last picture is shown up to there. */
  readonly frames: number;
  /** Length of a frame in ticks of the track's clock. */
  readonly ticks: number;
}

/** @throws {FramefarmError} `ENCODER_FAILED` when the file is not what the encoder should have made; `DISK_FULL`. */
export async function spreadPictures(spread: Spread): Promise<void> {
  await rewriteTrack(spread.path, async (source, out, track) => {
    if (track.samples.length !== spread.shownAt.length) {
      throw new RangeError(`${track.samples.length} pictures were encoded of ${spread.shownAt.length}`);
    }
    await (spread.codec === 'h264' ? spreadH264 : spreadIntra)(source, out, track, spread);
  });
}

/** Frames for which each picture is shown. */
function* runs({ shownAt, frames }: Spread): Generator<{ readonly frame: number; readonly end: number }> {
  for (const [index, frame] of shownAt.entries()) yield { frame, end: shownAt[index + 1] ?? frames };
}

async function spreadIntra(source: FileHandle, out: FileHandle, track: TrackFile, spread: Spread): Promise<void> {
  async function* samples(): AsyncGenerator<Sample> {
    let index = 0;
    for (const { frame, end } of runs(spread)) {
      const place = track.samples[index++];
      if (place === undefined) return;
      const data = await readPlace(source, place);
      for (let shown = frame; shown < end; shown += 1) yield { data, key: true };
    }
  }
  await writeTrack(out, track, samples(), { ticks: spread.ticks });
}

async function spreadH264(source: FileHandle, out: FileHandle, track: TrackFile, spread: Spread): Promise<void> {
  const configuration = boxAt([track.moov], [...SAMPLE_TABLE, 'stsd', 'avc1', 'avcC']).data;
  const { sequence, picture, lengthBytes } = readConfiguration(configuration);
  const ordered = withOrder(sequence);
  const facts = pictureFacts(picture);
  async function* samples(): AsyncGenerator<Sample> {
    let index = 0;
    /** Frame at which the order of output was last begun anew. */
    let origin = 0;
    for (const { frame, end } of runs(spread)) {
      const place = track.samples[index++];
      if (place === undefined) return;
      const units = unitsOf(await readPlace(source, place), lengthBytes);
      const key = units.some((unit) => nalType(unit) === NAL_IDR_SLICE);
      if (key) origin = frame;
      let number = 0;
      const placed = units.map((unit) => {
        const type = nalType(unit);
        if (type !== NAL_SLICE && type !== NAL_IDR_SLICE) return unit;
        const slice = placeSlice(unit, orderOf(frame - origin), ordered.facts);
        number = slice.number;
        return slice.nal;
      });
      yield { data: sampleOf(placed), key };
      for (let shown = frame + 1; shown < end; shown += 1) {
        const still = { after: number, order: orderOf(shown - origin) };
        yield { data: sampleOf([stillPicture(still, ordered.facts, facts)]), key: false };
      }
    }
  }
  const replaced = { avcC: withSequence(configuration, ordered.nal) };
  await writeTrack(out, track, samples(), { ticks: spread.ticks, replaced });
}

/** Places count fields, two to a frame. */
const orderOf = (frame: number): number => 2 * frame;
