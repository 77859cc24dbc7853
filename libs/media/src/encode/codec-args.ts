/**
 * Encoder options of one chunk, by format (specification, Output formats and Quality presets; composition-format 14).
 * Pure: the same plan gives the same list. A chunk is encoded without any sight of its neighbours.
 */
import { type CaptureImage, type EncodingPlan, type Fps, H264_PRESETS, type OutputFormat } from '@framefarm/contract';
import type { FfmpegVersion } from '../ffmpeg/version.js';
import { timedImage } from './timed-pictures.js';

/** What the capture side delivers: encoded images one after another, or raw pixels. */
export type SegmentInput = CaptureImage;

/** Says of frames what they are. */
const BT709_FRAMES = 'setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709';
/** Tags of the stream: all four colour fields, so that no player has to guess. */
const BT709_TAGS = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

/** Finest clock that mp4 players are happy with starts here; doubling keeps frame lengths whole. */
const MIN_TIMESCALE = 10_000;

/** Ticks per second of an mp4 or mov track: a multiple of the rate's numerator, so every frame lasts whole ticks. */
export function trackTimescale(fps: Fps): number {
  let scale = fps.num;
  while (scale < MIN_TIMESCALE) scale *= 2;
  return scale;
}

/** Most frames from one key frame to the next in WebM: what x264 takes by itself. libvpx would take 128. */
const KEY_INTERVAL = 250;

/** Length of a frame on that clock. */
export function trackTicks(fps: Fps): number {
  return (trackTimescale(fps) / fps.num) * fps.den;
}

/**
 * Whether a held picture is encoded once (docs/decisions/held-pictures.md). PNG pictures of an mp4 come from browsers that
 * have nothing better, and WebM has a second stream for alpha that would have to follow.
 */
export function isHoldable(format: OutputFormat, input: SegmentInput): boolean {
  return format === 'mov' || format === 'gif' || timedImage(format, input) !== null;
}

/** `30000/1001`, as FFmpeg reads it. */
export function rateText(fps: Fps): string {
  return `${fps.num}/${fps.den}`;
}

/** Options for the image pipe on standard input. */
export function inputArgs(encoding: EncodingPlan, input: SegmentInput): string[] {
  const rate = ['-framerate', rateText(encoding.fps)];
  const pipe = ['-i', 'pipe:0'];
  const guard = ['-protocol_whitelist', 'pipe'];
  if (timedImage(encoding.format, input) !== null) return [...guard, '-threads', '1', '-f', 'matroska', ...pipe];
  // One decoder thread: frame threads would only delay the picture, and lanes share the cores already.
  if (input === 'jpeg') return [...guard, '-threads', '1', '-f', 'image2pipe', '-c:v', 'mjpeg', ...rate, ...pipe];
  if (input === 'png') return [...guard, '-threads', '1', '-f', 'image2pipe', '-c:v', 'png', ...rate, ...pipe];
  const size = ['-video_size', `${encoding.width}x${encoding.height}`];
  return [...guard, '-f', 'rawvideo', '-pix_fmt', input, ...size, ...rate, ...pipe];
}

/** Picture conversion, one filter chain. `version` is that of the FFmpeg that converts. */
export function filterChain(encoding: EncodingPlan, input: SegmentInput, version: FfmpegVersion): string {
  switch (encoding.format) {
    case 'mp4':
      return [...padToEven(encoding, input), ...limitedBt709(input, 'yuv420p')].join(',');
    case 'webm':
      return withEvenSides(encoding, limitedBt709(input, 'yuva420p'), input).join(',');
    case 'mov':
      return limitedBt709(input, 'yuva444p10le', eightBitAlpha(version)).join(',');
    default:
      return 'format=rgba';
  }
}

/**
 * FFmpeg 5 and later round alpha up on the way from 8 bits to 10, of which ProRes keeps the upper 8: 225 to 254 would be one level
 * too high. One level less comes out exact; 224 has no way to. Earlier ones fill up with zeros, which is exact.
 */
function eightBitAlpha({ libavcodec: [major] }: FfmpegVersion): readonly string[] {
  return major < 59 ? [] : ["lutrgb=a='val-between(val,225,254)'"];
}

/**
 * A JPEG holds full-range BT.601 with BT.709 primaries. The colorspace filter goes straight to limited BT.709 on the
 * subsampled planes: as accurate as the way through RGB (within 2 levels) at about a third of its cost. Scaling
 * between two YUV formats would be cheaper by little and is off by up to 3 levels. `before` filters RGB pixels as they come.
 */
export function limitedBt709(input: SegmentInput, pixelFormat: string, before: readonly string[] = []): string[] {
  if (input === 'yuv420p' || input === 'yuva420p') return [BT709_FRAMES];
  if (input === 'jpeg') {
    const from = 'ispace=bt470bg:iprimaries=bt709:itrc=bt709:irange=pc';
    const to = 'space=bt709:primaries=bt709:trc=bt709:range=tv';
    return [`colorspace=${to}:${from}:format=yuv420p`, ...(pixelFormat === 'yuv420p' ? [] : [`format=${pixelFormat}`])];
  }
  return [
    ...(input === 'png' ? [pixelFormat.startsWith('yuva') ? 'format=rgba' : 'format=rgb24'] : []),
    ...before,
    'scale=out_color_matrix=bt709:out_range=limited:flags=bicubic+accurate_rnd+full_chroma_int',
    `format=${pixelFormat}`,
    BT709_FRAMES,
  ];
}

/**
 * FFmpeg subsamples the last corner of an odd size from one pixel and what lies behind it, up to 20 levels wrong. So it is converted with even sides
 * and cut to its size afterwards. Planes and JPEG files come subsampled.
 */
function withEvenSides(
  { width, height }: EncodingPlan,
  chain: readonly string[],
  input: SegmentInput,
): readonly string[] {
  const [right, bottom] = [width % 2, height % 2];
  if (right + bottom === 0 || input === 'jpeg' || input === 'yuva420p' || input === 'yuv420p') return chain;
  return [...repeatEdges(width, height, right, bottom), ...chain, `crop=${width}:${height}:0:0:exact=1`];
}

/** Adds columns and rows that repeat the last ones. */
function repeatEdges(width: number, height: number, right: number, bottom: number): readonly string[] {
  return [
    `pad=${width + right}:${height + bottom}:0:0:black`,
    `fillborders=right=${right}:bottom=${bottom}:mode=smear`,
  ];
}

/**
 * yuv420p needs even sides. The extra column and row repeat the last ones of the picture: black ones would show as a line along its
 * edge, and grey the colour of that edge, with which they share their chroma. Done before subsampling when the input is RGB.
 */
function padToEven(encoding: EncodingPlan, input: SegmentInput): string[] {
  const { width, height } = encodedSize(encoding);
  if (width === encoding.width && height === encoding.height) return [];
  // A full-range 4:2:0 JPEG cannot be padded by an odd amount in place; full chroma makes room for it.
  const right = width - encoding.width;
  const bottom = height - encoding.height;
  return [
    ...(input === 'jpeg' ? ['format=yuvj444p'] : []),
    ...repeatEdges(encoding.width, encoding.height, right, bottom),
  ];
}

/** Pixels of the finished picture: the captured size, in mp4 rounded up to even. */
export function encodedSize(encoding: EncodingPlan): { readonly width: number; readonly height: number } {
  if (encoding.format !== 'mp4') return { width: encoding.width, height: encoding.height };
  return { width: encoding.width + (encoding.width % 2), height: encoding.height + (encoding.height % 2) };
}

/** Codec and container options. */
export function codecArgs(encoding: EncodingPlan): string[] {
  const threads = ['-threads', String(encoding.threads)];
  const timescale = ['-video_track_timescale', String(trackTimescale(encoding.fps))];
  switch (encoding.format) {
    case 'mp4': {
      const preset = H264_PRESETS[encoding.quality];
      // A chunk starts with an IDR frame, and no frame refers across it: B-frames are off and groups are closed.
      const x264 = ['-c:v', 'libx264', '-preset', preset.preset, '-bf', '0', '-x264-params', x264Params(preset.preset)];
      const rate = rateControl(encoding, [], preset.crf);
      return [...x264, ...rate, ...threads, '-pix_fmt', 'yuv420p', ...BT709_TAGS, ...timescale, '-f', 'mp4'];
    }
    case 'webm': {
      // Alternate reference frames are invisible extra packets that alpha cannot follow.
      // Without them look-ahead gains nothing, and with it the libvpx of 2018 swallows frames of noisy pictures.
      const shape = ['-auto-alt-ref', '0', '-lag-in-frames', '0', '-frame-parallel', '0', '-g', String(KEY_INTERVAL)];
      // With row threads and a fixed number of tiles the packets are the same for 2, 3 or 8 threads, but not for 1.
      const spread = ['-row-mt', '1', '-tile-columns', String(tileColumns(encoding.width))];
      const vp9Threads = ['-threads', String(Math.max(2, encoding.threads))];
      const rate = rateControl(encoding, ['-b:v', '0'], H264_PRESETS[encoding.quality].crf);
      const tag = ['-metadata:s:v:0', 'alpha_mode=1'];
      return [
        ...vp9Search(encoding.vp9CpuUsed),
        ...shape,
        ...spread,
        ...rate,
        ...vp9Threads,
        '-pix_fmt',
        'yuva420p',
        ...BT709_TAGS,
        ...tag,
        '-f',
        'webm',
      ];
    }
    case 'mov': {
      // The finest quantiser for all slices. The rate of this profile allows it even for noise, and without it the
      // encoder spends four fifths of its time searching for it. Threads take whole frames: they change no byte.
      // Browsers draw 8 bits of alpha; 16 say the same, but for a level at most, in a file a fifth larger.
      const quality = ['-alpha_bits', '8', '-q:v', '1'];
      const prores = ['-c:v', 'prores_ks', '-profile:v', '4444', '-vendor', 'apl0', ...quality];
      return [...prores, ...threads, '-pix_fmt', 'yuva444p10le', ...BT709_TAGS, ...timescale, '-f', 'mov'];
    }
    case 'gif':
      // The palette needs every frame, so a chunk keeps its pictures losslessly until the two passes.
      return ['-c:v', 'png', '-compression_level', '1', ...threads, '-pix_fmt', 'rgba', ...timescale, '-f', 'mov'];
    case 'png-sequence':
      return [];
  }
}

/**
 * As the peer sets it (performance 5.1): less weight on flat parts than x264's own, a stronger deblocking filter; the fastest
 * preset has no such filter.
 */
function x264Params(preset: string): string {
  const shape = preset === 'ultrafast' ? '' : ':aq-strength=0.8:deblock=1,1';
  const search = preset === 'medium' ? `:${STANDARD_SEARCH}` : '';
  return `aq-mode=3${shape}${search}:open-gop=0`;
}

/**
 * What `standard` leaves out of `medium`'s search, as it does not pay for what pages draw (docs/decisions/search-of-standard.md):
 * 30 frames of look-ahead instead of 40; no second search of each reference for fades; transforms of 4x4 pixels alone, a
 * diamond for the first step of motion, one reference for all parts of a block, and no trellis. Grain counts for a fifth of
 * what x264 gives it by itself.
 */
const STANDARD_SEARCH = [
  'rc-lookahead=30',
  'weightp=1',
  'partitions=p8x8,i4x4',
  '8x8dct=0',
  'me=dia',
  'mixed-refs=0',
  'trellis=0',
  'psy-rd=0.2,0',
].join(':');

/**
 * Up to 4 libvpx searches each block for the best coding; above, it takes what is likely, at a third of the cost or less
 * (docs/decisions/vp9-speed.md). Of what is drawn by a page it then has to be told, or flat parts are coded as if filmed.
 */
function vp9Search(cpuUsed: number): string[] {
  const search = cpuUsed < 5 ? ['-deadline', 'good'] : ['-deadline', 'realtime', '-tune-content', 'screen'];
  return ['-c:v', 'libvpx-vp9', ...search, '-cpu-used', String(cpuUsed)];
}

/** Exponent of two of VP9's tile columns: as many as the format allows, 256 pixels each at least. */
function tileColumns(width: number): number {
  return Math.min(6, Math.max(0, Math.floor(Math.log2(width / 256))));
}

function rateControl(encoding: EncodingPlan, withCrf: readonly string[], presetCrf: number): string[] {
  if (encoding.videoBitrate !== null) return ['-b:v', String(encoding.videoBitrate)];
  return [...withCrf, '-crf', String(encoding.crf ?? presetCrf)];
}
