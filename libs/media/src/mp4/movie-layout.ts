/** Where everything of a finished file is: the description before the media, so that a player may begin at once. */
import { type Box, boxBytes } from './boxes.js';
import { type Chunk, interleaved } from './interleave.js';
import { isLong, mediaHead, movieBox } from './movie-box.js';
import { clockOf, type TrackSamples } from './track-box.js';

export interface LaidTrack {
  /** Whose description is taken over. */
  readonly trak: Box;
  readonly samples: TrackSamples;
}

export interface MovieLayout {
  /** What stands before the first sample. */
  readonly head: Buffer;
  /** In the order of the file; they follow each other without a gap. */
  readonly chunks: readonly Chunk[];
}

/** @throws {RangeError} when a description is of an unknown kind. */
export function layOutMovie(ftyp: Box, moov: Box, tracks: readonly LaidTrack[]): MovieLayout {
  const chunks = interleaved(tracks.map(({ trak, samples }) => ({ lengths: samples.lengths, clock: clockOf(trak) })));
  const bytes = chunks.map(({ track, first, count }) => {
    const sizes = tracks[track]?.samples.sizes ?? [];
    return sizes.slice(first, first + count).reduce((sum, size) => sum + size, 0);
  });
  const total = bytes.reduce((sum, size) => sum + size, 0);
  const described = (places: readonly number[], mediaBytes: number, long: boolean): Buffer => {
    const movie = tracks.map((track, number) => {
      const own = chunks.map((chunk, index) => ({ ...chunk, place: places[index] ?? 0 }));
      const placed = own.filter((chunk) => chunk.track === number);
      const counts = placed.map(({ count }) => count);
      return { ...track, chunks: { counts, places: placed.map(({ place }) => place), long } };
    });
    return Buffer.concat([boxBytes(ftyp), boxBytes(movieBox(moov, movie)), mediaHead(mediaBytes, long)]);
  };
  // How long the head is depends on how places are told, not on what they are.
  const lengthOf = (long: boolean): number => described([], 0, long).length;
  const long = isLong(lengthOf(false) + total);
  let at = lengthOf(long);
  const places = bytes.map((size) => {
    at += size;
    return at - size;
  });
  return { head: described(places, total, long), chunks };
}
