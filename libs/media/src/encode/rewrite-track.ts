/** Writing the file of a chunk anew in its place. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { asFramefarmError } from '@framefarm/contract';
import { readTrackFile, type TrackFile } from '../mp4/track-file.js';
import { encoderFailure } from './encoder-failure.js';

/**
 * The file at `path` becomes what `write` writes to `out`, or stays as it is when that fails. A `RangeError` of `write` says that it is
 * not what the encoder should have made.
 * @throws {FramefarmError} `ENCODER_FAILED` then, and when it is not one of a single track; `DISK_FULL`.
 */
export async function rewriteTrack(
  path: string,
  write: (source: FileHandle, out: FileHandle, track: TrackFile) => Promise<void>,
): Promise<void> {
  const whole = `${path}.whole`;
  const source = await open(path, 'r');
  try {
    const track = await readTrackFile(source);
    const out = await open(whole, 'w');
    try {
      await write(source, out, track);
    } finally {
      await out.close();
    }
    await rename(whole, path);
  } catch (cause) {
    await rm(whole, { force: true });
    if (!(cause instanceof RangeError)) throw asFramefarmError(cause, 'encode');
    throw encoderFailure(`FFmpeg wrote a chunk of an unknown kind: ${cause.message}`, cause);
  } finally {
    await source.close();
  }
}
