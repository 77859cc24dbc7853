/** Which build of FFmpeg reads a finished output back (docs/decisions/two-builds-of-ffmpeg.md). Pure. */
import type { Ffmpeg, FfmpegBuild } from '../ffmpeg/find.js';

/** That which starts at once, where there is one: such a look is mostly the start of a program. */
export function readingBuild(ffmpeg: Ffmpeg): FfmpegBuild {
  return ffmpeg.staticBuild ?? ffmpeg;
}
