/** Looking into finished outputs: frames as pixels, sound as numbers, streams as ffprobe sees them. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
export const ffmpegPath: string = require('@ffmpeg-installer/ffmpeg').path;
export const ffprobePath: string = require('@ffprobe-installer/ffprobe').path;

const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin'];
const MAX_BUFFER = 2 ** 30;

async function bytes(args: readonly string[]): Promise<Buffer> {
  const { stdout } = await run(ffmpegPath, [...QUIET, ...args], { encoding: 'buffer', maxBuffer: MAX_BUFFER });
  return stdout as unknown as Buffer;
}

export interface Stream {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly width?: number;
  readonly height?: number;
  readonly pix_fmt?: string;
  readonly avg_frame_rate: string;
  readonly nb_read_packets: string;
  readonly duration?: string;
  readonly color_space?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly color_range?: string;
  readonly has_b_frames?: number;
  readonly tags?: Record<string, string>;
}

export async function streams(
  path: string,
): Promise<{ readonly video: Stream | undefined; readonly audio: Stream | undefined; readonly duration: number }> {
  const { stdout } = await run(ffprobePath, [
    '-v',
    'error',
    '-count_packets',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ]);
  const report = JSON.parse(stdout) as { streams: Stream[]; format: { duration?: string } };
  return {
    video: report.streams.find((stream) => stream.codec_type === 'video'),
    audio: report.streams.find((stream) => stream.codec_type === 'audio'),
    duration: Number(report.format.duration ?? 'NaN'),
  };
}

export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

export interface Frames {
  readonly count: number;
  readonly width: number;
  readonly height: number;
  pixel(frame: number, x: number, y: number): Rgba;
  /** RGBA of a whole frame, row by row, for those who look at very many pixels. */
  bytes(frame: number): Uint8Array;
}

/** What stands before each picture of a PAM stream: it tells the size, for which a program of its own would have to be asked. */
const PAM_HEADER = /^P7\nWIDTH (\d+)\nHEIGHT (\d+)\n[A-Z0-9_ \n]*ENDHDR\n/;

/**
 * Frames of a video, or of `frame_%06d.png` pictures, as RGBA: all, or those of `only`, which are much quicker to get where frames are
 * large. VP8/VP9 are decoded by libvpx, which keeps alpha.
 */
export async function decode(
  path: string,
  options: { readonly vp9?: boolean; readonly pattern?: boolean; readonly only?: readonly number[] } = {},
): Promise<Frames> {
  const input = options.pattern ? ['-start_number', '1', '-i', `${path}/frame_%06d.png`] : ['-i', path];
  const decoder = options.vp9 ? ['-c:v', 'libvpx-vp9'] : [];
  const { only } = options;
  const raw = await bytes([
    ...decoder,
    ...input,
    ...(only === undefined ? [] : ['-vf', `select=${only.map((frame) => `eq(n\\,${frame})`).join('+')}`]),
    ...['-map', '0:v:0', '-vsync', '0', '-f', 'image2pipe', '-c:v', 'pam', '-pix_fmt', 'rgba', 'pipe:1'],
  ]);
  const header = PAM_HEADER.exec(raw.toString('latin1', 0, 200));
  if (header === null) throw new Error(`${path} shows no frame`);
  const [width, height] = [Number(header[1]), Number(header[2])];
  const size = width * height * 4;
  const stride = header[0].length + size;
  const kept = only?.toSorted((one, other) => one - other);
  const begin = (frame: number): number => {
    const index = kept === undefined ? frame : kept.indexOf(frame);
    return index < 0 ? -1 : index * stride + header[0].length;
  };
  return {
    count: only === undefined ? raw.length / stride : Number((await streams(path)).video?.nb_read_packets),
    width,
    height,
    pixel: (frame, x, y) => {
      const first = begin(frame);
      const at = first + (y * width + x) * 4;
      if (first < 0 || at + 3 >= raw.length) throw new Error(`no pixel at frame ${frame}, ${x}, ${y}`);
      return [raw[at] ?? 0, raw[at + 1] ?? 0, raw[at + 2] ?? 0, raw[at + 3] ?? 0];
    },
    bytes: (frame) => {
      const at = begin(frame);
      if (at < 0 || at + size > raw.length) throw new Error(`no frame ${frame}`);
      return raw.subarray(at, at + size);
    },
  };
}

/** The planes of one frame of an mp4 as they are stored, yuv420p. */
export const planesOfFrame = (path: string, frame: number): Promise<Uint8Array> =>
  bytes([
    '-i',
    path,
    '-vf',
    `select=eq(n\\,${frame})`,
    '-frames:v',
    '1',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    'pipe:1',
  ]);

/** One MD5 per decoded frame. */
export async function frameHashes(path: string): Promise<string[]> {
  const text = (await bytes(['-i', path, '-map', '0:v:0', '-vsync', '0', '-f', 'framemd5', 'pipe:1'])).toString();
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '');
}

export interface Sound {
  /** Seconds. */
  readonly duration: number;
  /** Root mean square of the left channel between two times, full scale 1. */
  rms(from: number, to: number): number;
  /** Root mean square of the right channel. */
  rmsRight(from: number, to: number): number;
  /** Frequency by zero crossings of the left channel, Hz. */
  frequency(from: number, to: number): number;
}

export async function sound(path: string): Promise<Sound> {
  const rate = 48_000;
  const raw = await bytes(['-i', path, '-map', '0:a:0', '-f', 'f32le', '-ac', '2', '-ar', String(rate), 'pipe:1']);
  const samples = new Float32Array(raw.buffer, raw.byteOffset, Math.floor(raw.length / 4));
  const level = (from: number, to: number, channel: number): number => {
    let sum = 0;
    let count = 0;
    for (let index = Math.round(from * rate); index < Math.round(to * rate); index += 1) {
      const value = samples[index * 2 + channel] ?? 0;
      sum += value * value;
      count += 1;
    }
    return Math.sqrt(sum / count);
  };
  return {
    duration: samples.length / 2 / rate,
    rms: (from, to) => level(from, to, 0),
    rmsRight: (from, to) => level(from, to, 1),
    frequency: (from, to) => {
      let crossings = 0;
      for (let index = Math.round(from * rate) + 1; index < Math.round(to * rate); index += 1) {
        if ((samples[index * 2 - 2] ?? 0) < 0 !== (samples[index * 2] ?? 0) < 0) crossings += 1;
      }
      return crossings / 2 / (to - from);
    },
  };
}

/** MD5 of the decoded sound as 16-bit samples. */
export async function soundHash(path: string): Promise<string> {
  return (await bytes(['-i', path, '-map', '0:a:0', '-c:a', 'pcm_s16le', '-f', 'md5', 'pipe:1'])).toString().trim();
}
