/** Small media made for tests: videos whose pictures are flat colours, tones. */
import { spawn } from 'node:child_process';
import { ffmpegPath } from '../output/decode.js';
import { type ColourName, rgb } from './scene.js';

/** Runs the bundled FFmpeg with `input` on stdin; rejects with its own words. */
export async function ffmpeg(args: readonly string[], input?: Uint8Array): Promise<void> {
  const child = spawn(ffmpegPath, ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (data) => {
    words += data;
  });
  // A program that needs no input may have ended before it is closed; its exit status is what counts.
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? new Uint8Array());
  const exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (exitCode !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${words}`);
}

export type Picture = ColourName | readonly [number, number, number, number];

export interface ClipOptions {
  readonly fps?: number;
  /** Both even. */
  readonly width?: number;
  readonly height?: number;
  /** Frequency of a tone as long as the pictures, Hz, at a tenth of full scale. */
  readonly tone?: number;
  readonly codec?: readonly string[];
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '1', '-pix_fmt', 'yuv420p'];
/** Tags of BT.709 in limited range. */
export const BT709_TAGS = [
  ...['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
] as const;
/** H.264 as a page decodes it by itself: tagged, with B-frames and some samples to each that decoding may begin with. */
export const H264_BT709 = [
  ...[
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '1',
  ],
  ...['-bf', '3', '-g', '8', '-pix_fmt', 'yuv420p', ...BT709_TAGS],
] as const;
/** VP9 that keeps alpha. */
export const VP9_ALPHA = [
  '-c:v',
  'libvpx-vp9',
  '-pix_fmt',
  'yuva420p',
  '-crf',
  '4',
  '-b:v',
  '0',
  '-auto-alt-ref',
  '0',
  '-cpu-used',
  '8',
];

/** A video with one flat picture per frame. */
export async function makeClip(path: string, pictures: readonly Picture[], options: ClipOptions = {}): Promise<void> {
  const { fps = 10, width = 32, height = 32, tone, codec = H264 } = options;
  const frame = width * height * 4;
  const raw = new Uint8Array(frame * pictures.length);
  pictures.forEach((picture, index) => {
    const [red, green, blue, alpha = 255] = typeof picture === 'string' ? rgb(picture) : picture;
    for (let at = index * frame; at < (index + 1) * frame; at += 4) raw.set([red, green, blue, alpha], at);
  });
  const seconds = pictures.length / fps;
  await ffmpeg(
    [
      ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0'],
      ...(tone === undefined ? [] : ['-f', 'lavfi', '-i', toneInput(tone, seconds)]),
      ...codec,
      path,
    ],
    raw,
  );
}

function toneInput(frequency: number, seconds: number): string {
  return `aevalsrc=0.1*sin(2*PI*${frequency}*t):s=48000:d=${seconds}`;
}

/** A mono WAV tone at a tenth of full scale: root mean square 0.0707. */
export async function makeTone(path: string, frequency: number, seconds: number): Promise<void> {
  await ffmpeg(['-f', 'lavfi', '-i', toneInput(frequency, seconds), '-c:a', 'pcm_s16le', path]);
}

/** The same colour `count` times. */
export function times(count: number, picture: Picture): Picture[] {
  return Array.from({ length: count }, () => picture);
}
