/** FFmpeg's arguments for extracting the pictures of a clip (composition-format 9.1). Pure. */
import type { Fps, VideoStreamInfo } from '@framefarm/contract';
import { GLOBAL_ARGS, sourceInput } from '../ffmpeg/input.js';
import { type FfmpegVersion, frameSync } from '../ffmpeg/version.js';

export type FrameImage = 'jpg' | 'png';

/** How a source's samples stand for colours. */
export interface SourceColour {
  readonly matrix: 'bt709' | 'bt601' | 'bt2020';
  readonly range: 'limited' | 'full';
  readonly rgb: boolean;
}

export interface ExtractArgs {
  readonly file: string;
  readonly video: VideoStreamInfo;
  readonly colour: SourceColour;
  readonly image: FrameImage;
  /** Source time of the clip's first frame, seconds. */
  readonly mediaStart: number;
  readonly fps: Fps;
  /** Number of the first frame to write, from 1; frame `n` stands at `mediaStart + (n − 1) ÷ fps`. */
  readonly first: number;
  /** Number of the last frame to write, or null for all. */
  readonly last: number | null;
  /** The clip goes on after `last`, where its source ends: it shows the last picture of all then, which may be of no output frame. */
  readonly held: boolean;
  readonly dir: string;
  /** True for containers with an index, where a seek lands on a key frame before its aim. */
  readonly seekable: boolean;
  /** Name of a decoder that also returns alpha, or null for FFmpeg's choice. */
  readonly decoder: string | null;
}

/**
 * Containers round time stamps (WebM to 1 ms), so a frame may stand just after the instant it is meant for. Frames
 * count from this much earlier, seconds; the shortest frame at 240 fps lasts 4.2 ms.
 */
export const TIME_TOLERANCE_SECONDS = 0.001;
/** So much before its aim the filter is told to begin, seconds: it counts in microseconds and rounds up to a frame. */
const BEGIN_TOLERANCE_SECONDS = 1e-6;
/** Beyond this offset it pays to seek; the seek aims this much before the first picture and lands on a key frame. */
const SEEK_MARGIN_SECONDS = 2;

/** `jpg` for opaque sources, `png` when the codec can carry alpha or it was asked for. */
export function frameImage(format: 'auto' | FrameImage, video: VideoStreamInfo): FrameImage {
  if (format !== 'auto') return format;
  return video.alpha || ['vp8', 'vp9', 'prores'].includes(video.codec) ? 'png' : 'jpg';
}

/** `000001.jpg` upwards: the name of the frame that stands at `mediaStart + (number − 1) ÷ fps`. */
function framePattern(image: FrameImage): string {
  return `%06d.${image}`;
}

export function extractArgs(version: FfmpegVersion, options: ExtractArgs): string[] {
  const { file, video, image, mediaStart, fps, first, last, dir, decoder } = options;
  const passed = ((first - 1) * fps.den) / fps.num;
  const seek = mediaStart + passed - SEEK_MARGIN_SECONDS;
  // Original time stamps, counted from the start of the file: exact, whether or not the seek hit what it aimed at.
  const clock = ['-copyts', '-start_at_zero'];
  const jump = options.seekable && seek > 0 ? ['-noaccurate_seek', '-ss', seek.toFixed(6)] : [];
  const input = sourceInput(file, [...(decoder === null ? [] : ['-c:v', decoder]), ...jump]);
  // One of no output frame is only there where the source has more pictures than the output has frames.
  const faster = video.fps === null ? 1 : (video.fps.num * fps.den) / (video.fps.den * fps.num);
  const repeats = options.held && faster > 1 ? Math.ceil(faster) + 1 : 0;
  const select = [
    // AVI counts in frames: the tolerance below would be cut to none, and every picture come one frame early.
    'settb=1/1000000',
    // Counted from the clip's start whatever is written of it, so that a part gives the pictures that the whole gives.
    `setpts=PTS-${(mediaStart + TIME_TOLERANCE_SECONDS).toFixed(9)}/TB`,
    ...(repeats === 0 ? [] : [`tpad=stop_mode=clone:stop=${repeats}`]),
    // Rounding up puts each picture on the first output instant not before it: a frame shows the last picture that
    // has begun. A first picture that begins late also fills the time before it.
    `fps=fps=${fps.num}/${fps.den}:start_time=${Math.max(0, passed - BEGIN_TOLERANCE_SECONDS).toFixed(6)}:round=up`,
  ];
  return [
    ...GLOBAL_ARGS,
    '-y',
    ...clock,
    ...input,
    '-map',
    '0:V:0',
    '-an',
    '-sn',
    '-dn',
    '-vf',
    [...select, ...pictureFilters(options)].join(','),
    ...frameSync(version, 'passthrough'),
    ...(last === null ? [] : ['-frames:v', String(last - first + 1 + (repeats > 0 ? 1 : 0))]),
    ...(image === 'jpg'
      ? ['-c:v', 'mjpeg', '-q:v', '2', '-huffman', 'default']
      : ['-c:v', 'png', '-compression_level', '1']),
    '-start_number',
    String(first),
    '-f',
    'image2',
    `file:${escapePattern(dir)}/${framePattern(image)}`,
  ];
}

/** Square pixels in the shape a browser lays out, then the colours of the image format. */
function pictureFilters({ video, colour, image }: ExtractArgs): string[] {
  const shape = [`scale=${video.width}:${video.height}:flags=bicubic`, 'setsar=1'];
  const accurate = 'flags=bicubic+accurate_rnd+full_chroma_int';
  if (image === 'png') {
    const from = colour.rgb ? '' : `in_color_matrix=${colour.matrix}:in_range=${colour.range}:`;
    // FFmpeg would write tags of the source into the file, by which a browser changes the colours once more.
    const untagged = 'setparams=color_primaries=unknown:color_trc=unknown';
    return [...shape, `scale=${from}${accurate}`, `format=${video.alpha ? 'rgba' : 'rgb24'}`, untagged];
  }
  if (colour.rgb) return [...shape, `scale=out_color_matrix=bt601:out_range=full:${accurate}`, 'format=yuvj420p'];
  // The filter for colours takes no odd sides, which pixels that are not square may give.
  if (video.width % 2 === 1 || video.height % 2 === 1) {
    const from = `in_color_matrix=${colour.matrix}:in_range=${colour.range}`;
    const to = 'out_color_matrix=bt601:out_range=full';
    return [...shape, `scale=${from}:${accurate}`, 'format=gbrp', `scale=${to}:${accurate}`, 'format=yuvj420p'];
  }
  // A JPEG is full-range BT.601; the primaries are left alone, as a browser does with untagged pictures.
  const space = { bt709: 'bt709', bt601: 'bt470bg', bt2020: 'bt2020ncl' }[colour.matrix];
  const from = `ispace=${space}:irange=${colour.range === 'full' ? 'pc' : 'tv'}:iprimaries=bt709:itrc=bt709`;
  const convert = `colorspace=space=bt470bg:range=pc:primaries=bt709:trc=bt709:${from}:format=`;
  // Left to itself FFmpeg makes limited range of formats that are full by their name (`yuvj420p`), which would be read as full below.
  const range = colour.range === 'full' ? ':in_range=full:out_range=full' : '';
  const planar = [
    `scale=${video.width}:${video.height}:flags=bicubic${range}`,
    ...['setsar=1', 'format=yuv420p|yuv422p|yuv444p|yuv420p10|yuv422p10|yuv444p10'],
  ];
  if (colour.matrix === 'bt601') return [...planar, `${convert}yuv420p`];
  // In another matrix brightness depends on the colour too, and on that of each pixel as the browser will blend it: with the one
  // colour that the filter knows of a block of four, edges of saturated colours are off by 10 levels and more.
  const graph = [
    'split[whole][blocks]',
    `[whole]scale=flags=bilinear${range},format=yuv444p|yuv444p10,${convert}yuv444p,extractplanes=y[y]`,
    `[blocks]${convert}yuv420p,extractplanes=u+v[u][v]`,
    '[y][u][v]mergeplanes=0x001020:yuv420p,setparams=range=pc,format=yuvj420p',
  ];
  return [...planar, graph.join(';')];
}

/** The image writer reads `%` in its path as a pattern. */
function escapePattern(path: string): string {
  return path.replaceAll('%', '%%');
}
