/** From segments and sound to one finished file under its temporary name (composition-format 14). */
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { counted, type EncodingPlan, frameTime } from '@framefarm/contract';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { runFfmpeg } from '../ffmpeg/run.js';
import { tellLength } from '../webm/tell-length.js';
import { concatList, gifArgs, joinArgs, paletteArgs, type Segment } from './join-args.js';
import { joinMovie } from './join-movie.js';

export interface AssembleOptions {
  readonly ffmpeg: Ffmpeg;
  readonly encoding: EncodingPlan;
  /** In order, without gaps, the first frame of the output first. For png-sequence every path is the directory of the frames. */
  readonly segments: readonly Segment[];
  /** The mixed sound (mixAudio), or null. Ignored for gif. */
  readonly audio: string | null;
  /** Temporary name of the result; for png-sequence the directory that already holds the frames. */
  readonly out: string;
  /** Directory for intermediate files. */
  readonly scratchDir: string;
  readonly signal?: AbortSignal | undefined;
  /** For FFmpeg; default: 2 minutes plus 0.5 s per frame (GIF encodes here; the rest only copies). */
  readonly deadlineMs?: number;
}

/** Name of the sound beside a png-sequence (specification, Output formats). */
export const SEQUENCE_AUDIO_NAME = 'audio.aac';

/** @throws FramefarmError `ENCODER_FAILED`, `DISK_FULL`, or the signal's reason. */
export async function assembleOutput(options: AssembleOptions): Promise<void> {
  const { encoding, segments, audio, out } = options;
  if (encoding.format === 'png-sequence') {
    if (audio !== null) await copyFile(audio, join(out, SEQUENCE_AUDIO_NAME));
    return;
  }
  if (encoding.format === 'mp4' || encoding.format === 'mov') {
    await joinMovie({ encoding, segments, audio, out, signal: options.signal });
    return;
  }
  const list = join(options.scratchDir, 'segments.ffconcat');
  await writeFile(list, concatList(segments, encoding));
  const frames = segments.reduce((sum, segment) => sum + segment.frames, 0);
  const run = (args: string[], what: string) =>
    runFfmpeg(options.ffmpeg.ffmpegPath, args, {
      code: 'ENCODER_FAILED',
      stage: 'assemble',
      what,
      cwd: dirname(out),
      signal: options.signal,
      deadlineMs: options.deadlineMs ?? 120_000 + 500 * frames,
    });
  if (encoding.format === 'webm') {
    await run(joinArgs(list, audio, out), `joining ${counted(segments.length, 'segment')}`);
    if (audio !== null) await tellLength(out, frameTime(frames, encoding.fps));
    await rm(list, { force: true });
    return;
  }
  const palette = join(options.scratchDir, 'palette.png');
  await run(paletteArgs(list, palette), `choosing the palette of ${counted(frames, 'frame')}`);
  const { fps, gifLoop: loop } = encoding;
  await run(
    gifArgs(options.ffmpeg.versionNumber, { list, palette, fps, loop, frames, out }),
    `writing a GIF of ${counted(frames, 'frame')}`,
  );
  await rm(list, { force: true });
  await rm(palette, { force: true });
}
