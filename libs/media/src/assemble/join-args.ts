/** Where FFmpeg joins: segments of a WebM by stream copy with the sound, and the GIF's two passes. Pure argument lists. */
import type { EncodingPlan, Fps } from '@framefarm/contract';
import { rateText } from '../encode/codec-args.js';
import { GLOBAL_ARGS } from '../ffmpeg/input.js';
import { type FfmpegVersion, frameSync } from '../ffmpeg/version.js';

export interface Segment {
  readonly path: string;
  /** Counted over the whole composition. */
  readonly firstFrame: number;
  readonly frames: number;
}

/**
 * The list file of the concat demuxer. Every start is rounded from its exact value and a length is the difference of
 * two starts, so nothing adds up: a seam is never more than half a microsecond off and lands on its exact tick. In
 * WebM, whose segments carry milliseconds of the whole output, starts are whole milliseconds.
 */
export function concatList(segments: readonly Segment[], encoding: EncodingPlan): string {
  const unit = encoding.format === 'webm' ? 1_000 : 1_000_000;
  const start = (frame: number) =>
    Math.round(((frame - encoding.firstFrame) * encoding.fps.den * unit) / encoding.fps.num);
  const lines = segments.flatMap((segment) => {
    const length = (start(segment.firstFrame + segment.frames) - start(segment.firstFrame)) / unit;
    return [`file '${segment.path.replaceAll("'", "'\\''")}'`, `duration ${length.toFixed(6)}`];
  });
  return `ffconcat version 1.0\n${lines.join('\n')}\n`;
}

function concatInput(list: string): string[] {
  const guards = ['-protocol_whitelist', 'file', '-format_whitelist', 'concat,mov,matroska'];
  return [...guards, '-f', 'concat', '-safe', '0', '-i', `file:${list}`];
}

const PLAIN = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'];

/** Joins and muxes WebM without touching a frame. */
export function joinArgs(list: string, audio: string | null, out: string): string[] {
  const sound =
    audio === null ? [] : ['-protocol_whitelist', 'file', '-format_whitelist', 'matroska,ogg', '-i', `file:${audio}`];
  const maps = ['-map', '0:v:0', ...(audio === null ? [] : ['-map', '1:a:0'])];
  const container = ['-metadata:s:v:0', 'alpha_mode=1', '-f', 'webm'];
  return [
    ...GLOBAL_ARGS,
    '-y',
    ...concatInput(list),
    ...sound,
    ...maps,
    '-c',
    'copy',
    ...PLAIN,
    ...container,
    `file:${out}`,
  ];
}

/**
 * First pass of a GIF: one palette for all frames, weighed by what changes, one entry kept transparent. Of two frames
 * that differ, palettegen counts the earlier one; a frame of a colour of its own at the end makes the last frame count,
 * without which a colour that comes and stays would be missing.
 */
export function paletteArgs(list: string, palette: string): string[] {
  const filter = 'format=rgba,tpad=stop=1:color=0x010203,palettegen=stats_mode=diff:reserve_transparent=1';
  // `-frames:v 1` and `-update` would differ between builds; image2pipe simply writes the one picture.
  return [
    ...GLOBAL_ARGS,
    '-y',
    ...concatInput(list),
    '-vf',
    filter,
    ...PLAIN,
    '-c:v',
    'png',
    '-f',
    'image2pipe',
    `file:${palette}`,
  ];
}

/** Length of a frame in the hundredths of a second that a GIF counts; readers take less than two for ten. */
const gifDelay = (fps: Fps): number => Math.max(2, Math.round((100 * fps.den) / fps.num));

/**
 * Second pass of a GIF. Loop count for FFmpeg's GIF writer: both count repeats, 0 is for ever. It takes the delay of the last frame from
 * the one before, which a single frame has not: it would have no length.
 */
export function gifArgs(
  version: FfmpegVersion,
  options: {
    readonly list: string;
    readonly palette: string;
    readonly fps: Fps;
    readonly loop: number;
    readonly frames: number;
    readonly out: string;
  },
): string[] {
  const palette = ['-protocol_whitelist', 'file', '-f', 'image2pipe', '-c:v', 'png', '-i', `file:${options.palette}`];
  const filter = '[0:v]format=rgba[frames];[frames][1:v]paletteuse=dither=sierra2_4a:alpha_threshold=128';
  return [
    ...GLOBAL_ARGS,
    '-y',
    ...concatInput(options.list),
    ...palette,
    '-lavfi',
    filter,
    ...frameSync(version, 'cfr'),
    '-r',
    rateText(options.fps),
    ...PLAIN,
    '-loop',
    String(options.loop),
    ...(options.frames === 1 ? ['-final_delay', String(gifDelay(options.fps))] : []),
    '-f',
    'gif',
    `file:${options.out}`,
  ];
}
