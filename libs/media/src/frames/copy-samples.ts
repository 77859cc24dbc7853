/** Copies the coded samples that a clip shows, for a page that decodes them by itself. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CODED_VIDEO_FILE, SAMPLE_EXTENSION } from '@framefarm/contract';
import { readPlace } from '../mp4/sample-place.js';
import { readShownTrack } from '../mp4/shown-track.js';
import { type ChosenSamples, chooseSamples, type ShownPart, type Size } from './coded-video.js';

export interface CopiedSamples {
  /** Number of the last frame of the clip that there is a picture for. */
  readonly count: number;
  /** Of all files. */
  readonly bytes: number;
}

/**
 * Writes the samples and their description into `dir`; null when the file is not one that a page can decode, which the copy
 * of one tells before anything is written.
 * @throws what reading or writing fails with, and the signal's reason.
 */
export async function copySamples(
  source: string,
  size: Size,
  part: ShownPart,
  dir: string,
  signal?: AbortSignal,
): Promise<CopiedSamples | null> {
  const file = await open(source, 'r');
  try {
    const track = await readShownTrack(file).catch(unlessMisshapen);
    const chosen = track === null ? null : chosenOf(() => chooseSamples(track, size, part));
    if (track === null || chosen === null) return null;
    const { from, count, video } = chosen;
    const description = JSON.stringify(video);
    let bytes = Buffer.byteLength(description);
    for (const [index, place] of track.samples.slice(from, from + count).entries()) {
      signal?.throwIfAborted();
      await writeFile(join(dir, sampleName(index + 1)), await readPlace(file, place));
      bytes += place.bytes;
    }
    await writeFile(join(dir, CODED_VIDEO_FILE), description);
    return { count: video.shown.length, bytes };
  } finally {
    await file.close();
  }
}

const sampleName = (number: number): string => `${String(number).padStart(6, '0')}.${SAMPLE_EXTENSION}`;

function chosenOf(choose: () => ChosenSamples): ChosenSamples | null {
  try {
    return choose();
  } catch (error) {
    return unlessMisshapen(error);
  }
}

/** A file of another shape is read by FFmpeg; everything else is a failure. */
function unlessMisshapen(error: unknown): null {
  if (error instanceof RangeError) return null;
  throw error;
}
