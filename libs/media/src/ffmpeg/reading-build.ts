/** Which build of FFmpeg reads what framefarm made itself (docs/decisions/two-builds-of-ffmpeg.md). Pure. */
import type { Ffmpeg, FfmpegBuild } from './find.js';

/** That which starts at once, where there is one: a look at a finished file or a picture is mostly the start of a program. */
export function readingBuild(ffmpeg: Ffmpeg): FfmpegBuild {
  return ffmpeg.staticBuild ?? ffmpeg;
}

/** Whether it does: the bundled build is one static program, a system's may load some 200 libraries first. */
export function readsAtOnce({ staticBuild, origin }: Ffmpeg): boolean {
  return staticBuild !== null || origin === 'bundled';
}
