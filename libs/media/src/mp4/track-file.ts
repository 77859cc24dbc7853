/** Files of one track, as FFmpeg writes a chunk or a mix: where their samples are. */
import type { FileHandle } from 'node:fs/promises';
import type { Box } from './boxes.js';
import { readMovieFile, type Track } from './movie-file.js';

export interface TrackFile extends Track {
  readonly ftyp: Box;
  readonly moov: Box;
}

/** Path of a track's tables. */
export const SAMPLE_TABLE = ['moov', 'trak', 'mdia', 'minf', 'stbl'] as const;

/** @throws {RangeError} when the file is not whole, or has not one track. */
export async function readTrackFile(file: FileHandle): Promise<TrackFile> {
  const { ftyp, moov, tracks } = await readMovieFile(file);
  const [track] = tracks;
  if (track === undefined || tracks.length !== 1) throw new RangeError(`there are ${tracks.length} tracks`);
  return { ftyp, moov, ...track };
}
