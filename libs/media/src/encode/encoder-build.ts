/** Which build of FFmpeg encodes a chunk (docs/decisions/two-builds-of-ffmpeg.md). Pure. */
import { type EncodingPlan, FramefarmError, hardlySearches } from '@framefarm/contract';
import type { Ffmpeg, FfmpegBuild } from '../ffmpeg/find.js';

/**
 * Pixels of the largest picture of which the bundled build makes ProRes. It counts the bits of its buffer in 31, ends well and writes no
 * frame where these are not enough: for more than some 15,400 slices, of at most 128x16 pixels.
 */
const MAX_BUNDLED_PRORES_PIXELS = 29_000_000;

/**
 * The build that encodes a chunk: the one beside the system's where there is one and it is the quicker one, for ProRes, and for H.264 that searches.
 * H.264 of drafts and VP9 are encoded quicker by a newer build, the rest costs next to nothing.
 * @param encoding Has the size of the pictures that are encoded, such as of the bands of a mov.
 * @throws FramefarmError `ENCODER_NOT_FOUND` for ProRes that the bundled build cannot make, where there is no other.
 */
export function encoderBuild(ffmpeg: Ffmpeg, encoding: EncodingPlan): FfmpegBuild {
  const { format, width, height } = encoding;
  if (format === 'mov' && width * height > MAX_BUNDLED_PRORES_PIXELS) {
    if (ffmpeg.origin === 'bundled') throw tooLarge(encoding);
    return ffmpeg;
  }
  const quicker = format === 'mov' || (format === 'mp4' && !hardlySearches(encoding));
  return quicker && ffmpeg.staticBuild !== null ? ffmpeg.staticBuild : ffmpeg;
}

function tooLarge({ width, height }: EncodingPlan): FramefarmError {
  const message = `the bundled FFmpeg makes no ProRes of pictures of ${width}x${height} pixels`;
  return new FramefarmError('ENCODER_NOT_FOUND', message, { stage: 'encode' });
}
