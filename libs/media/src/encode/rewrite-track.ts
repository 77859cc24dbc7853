/** Writing the file of a chunk anew in its place. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { readTrackFile, type TrackFile } from '../mp4/track-file.js';

/**
 * The file at `path` becomes what `write` writes to `out`, or stays as it is when that fails.
 * @throws {RangeError} when it is not one of a single track.
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
  } catch (error) {
    await rm(whole, { force: true });
    throw error;
  } finally {
    await source.close();
  }
}
