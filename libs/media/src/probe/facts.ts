/** From ffprobe's JSON to the facts of a source. Pure. */
import type { AudioStreamInfo, Fps, MediaInfo, VideoStreamInfo } from '@framefarm/contract';

export interface ProbeStream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly profile?: string;
  readonly field_order?: string;
  readonly start_time?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pix_fmt?: string;
  readonly sample_aspect_ratio?: string;
  readonly avg_frame_rate?: string;
  readonly r_frame_rate?: string;
  readonly bits_per_raw_sample?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly color_space?: string;
  readonly color_range?: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly duration?: string;
  /** Length in units of `time_base`. */
  readonly duration_ts?: number;
  readonly time_base?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly disposition?: Readonly<Record<string, number>>;
  readonly side_data_list?: readonly { readonly rotation?: number | string }[];
}

export interface ProbeOutput {
  readonly streams?: readonly ProbeStream[];
  readonly format?: { readonly duration?: string; readonly format_name?: string; readonly start_time?: string };
}

/** The first stream of moving pictures, FFmpeg's `V:0`. */
export function pictureStream({ streams = [] }: ProbeOutput): ProbeStream | undefined {
  return streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
}

/** Longest side and stream count that are taken for real (security 5: probe first, with limits). */
const MAX_SIDE = 16_384;
const MAX_STREAMS = 64;
const MAX_SAMPLE_RATE = 768_000;
/** So far a container's length may be off for its rounding, seconds. */
const ROUNDING_SECONDS = 0.001;

/** The facts, or the rule a hostile or broken file breaks. */
export function readFacts(output: ProbeOutput): MediaInfo | { readonly invalid: string } | null {
  const streams = output.streams ?? [];
  if (streams.length > MAX_STREAMS)
    return { invalid: `has ${streams.length} streams; at most ${MAX_STREAMS} are read` };
  const picture = pictureStream(output);
  const sound = streams.find((stream) => stream.codec_type === 'audio' && (stream.channels ?? 0) > 0);
  if (picture === undefined && sound === undefined) return null;
  const video = picture === undefined ? null : videoFacts(picture);
  if (video !== null && 'invalid' in video) return video;
  const audio = sound === undefined ? null : audioFacts(sound);
  if (audio !== null && 'invalid' in audio) return audio;
  return { durationSeconds: lengthOf(output, [picture, sound]), video, audio };
}

/**
 * Length in seconds, null where nothing tells. The header of an mp4 counts in milliseconds and ffprobe's words in microseconds, rounded
 * up as often as not: a picture of a thirtieth would be shown in two frames. So the length of the longest stream counts where the
 * container's is that one rounded.
 */
function lengthOf(output: ProbeOutput, streams: readonly (ProbeStream | undefined)[]): number | null {
  const whole = Number(output.format?.duration);
  const longest = Math.max(0, ...streams.map(streamLength).filter(Number.isFinite));
  if (!(whole > 0)) return longest > 0 ? longest : null;
  return Math.abs(whole - longest) < ROUNDING_SECONDS ? longest : whole;
}

function streamLength(stream: ProbeStream | undefined): number {
  const base = rate(stream?.time_base);
  if (base === null || stream?.duration_ts === undefined) return Number(stream?.duration);
  return (stream.duration_ts * base.num) / base.den;
}

function videoFacts(stream: ProbeStream): VideoStreamInfo | { readonly invalid: string } {
  const { width = 0, height = 0 } = stream;
  if (!isReadable(width, height)) {
    return { invalid: `has a picture of ${width}x${height}; 1 to ${MAX_SIDE} pixels a side are read` };
  }
  const shown = displaySize(stream, width, height);
  // A few bytes may say that a pixel is a thousand times as wide as it is high.
  if (!isReadable(shown.width, shown.height)) {
    return {
      invalid: `is shown as ${shown.width}x${shown.height} for the shape of its pixels; 1 to ${MAX_SIDE} pixels a side are read`,
    };
  }
  const pixelFormat = stream.pix_fmt ?? 'unknown';
  return {
    codec: stream.codec_name ?? 'unknown',
    ...shown,
    fps: rate(stream.avg_frame_rate) ?? rate(stream.r_frame_rate),
    pixelFormat,
    alpha: hasAlpha(stream, pixelFormat),
    bitDepth: bitDepth(stream, pixelFormat),
    transfer: stream.color_transfer === undefined || stream.color_transfer === 'unknown' ? null : stream.color_transfer,
  };
}

const isReadable = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;

function audioFacts(stream: ProbeStream): AudioStreamInfo | { readonly invalid: string } {
  const sampleRate = Number(stream.sample_rate);
  if (!(sampleRate > 0 && sampleRate <= MAX_SAMPLE_RATE)) {
    return { invalid: `has a sample rate of ${stream.sample_rate} Hz; 1 to ${MAX_SAMPLE_RATE} are read` };
  }
  return { codec: stream.codec_name ?? 'unknown', sampleRate, channels: stream.channels ?? 0 };
}

/** Pixels as a browser lays the video out: the shorter side of a non-square pixel is stretched, then rotated. */
function displaySize(stream: ProbeStream, width: number, height: number): { width: number; height: number } {
  const [num = 1, den = 1] = (stream.sample_aspect_ratio ?? '1:1').split(':').map(Number);
  const aspect = num > 0 && den > 0 ? num / den : 1;
  const shown =
    aspect >= 1 ? { width: Math.round(width * aspect), height } : { width, height: Math.round(height / aspect) };
  const turned = Math.abs(Math.round(rotationDegrees(stream) / 90)) % 2 === 1;
  return turned ? { width: shown.height, height: shown.width } : shown;
}

function rotationDegrees(stream: ProbeStream): number {
  const matrix = stream.side_data_list?.find((entry) => entry.rotation !== undefined)?.rotation;
  const degrees = Number(matrix ?? stream.tags?.rotate ?? 0);
  return Number.isFinite(degrees) ? degrees : 0;
}

function hasAlpha(stream: ProbeStream, pixelFormat: string): boolean {
  if (/^(yuva|gbrap|rgba|bgra|argb|abgr|ya\d|ayuv|vuya|rgba64|bgra64)/.test(pixelFormat)) return true;
  const tag = Object.entries(stream.tags ?? {}).find(([name]) => name.toLowerCase() === 'alpha_mode')?.[1];
  return (stream.codec_name === 'vp8' || stream.codec_name === 'vp9') && tag === '1';
}

function bitDepth(stream: ProbeStream, pixelFormat: string): number {
  const raw = Number(stream.bits_per_raw_sample);
  if (raw > 0) return raw;
  const named = /p(9|1[0246])(?:le|be)?$/.exec(pixelFormat)?.[1] ?? /^p0(1[0246])/.exec(pixelFormat)?.[1];
  return named === undefined ? 8 : Number(named);
}

function rate(text: string | undefined): Fps | null {
  const [num = 0, den = 0] = (text ?? '').split('/').map(Number);
  return num > 0 && den > 0 ? { num, den } : null;
}
