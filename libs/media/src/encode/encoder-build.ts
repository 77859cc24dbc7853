/** Which build of FFmpeg encodes a chunk (docs/decisions/two-builds-of-ffmpeg.md). Pure. */
import { type EncodingPlan, hardlySearches } from '@framefarm/contract';
import type { Ffmpeg, FfmpegBuild } from '../ffmpeg/find.js';

/**
 * The build that encodes a chunk: the one beside the system's where there is one and it is the quicker one, for ProRes, and for H.264 that searches.
 * H.264 of drafts and VP9 are encoded quicker by a newer build, the rest costs next to nothing.
 */
export function encoderBuild(ffmpeg: Ffmpeg, encoding: EncodingPlan): FfmpegBuild {
  const { format } = encoding;
  const quicker = format === 'mov' || (format === 'mp4' && !hardlySearches(encoding));
  return quicker && ffmpeg.staticBuild !== null ? ffmpeg.staticBuild : ffmpeg;
}
