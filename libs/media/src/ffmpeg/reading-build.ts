/** Which build of FFmpeg reads what framefarm made itself (docs/decisions/two-builds-of-ffmpeg.md). Pure. */
import type { Ffmpeg, FfmpegBuild } from './find.js';

/** That which starts at once, where there is one: a look at a finished file or a picture is mostly the start of a program. */
export function readingBuild(ffmpeg: Ffmpeg): FfmpegBuild {
  return ffmpeg.staticBuild ?? ffmpeg;
}
