/**
 * What encoding a scene costs by itself: the FFmpeg that encodes framefarm's chunks, with its options and raw frames at hand. Raw frames are
 * RGB, as a browser has them; FFmpeg's plain conversion to the encoder's format is part of the cost (performance 2.2).
 */
import { spawn } from 'node:child_process';
import type { EncodingPlan } from '@framefarm/contract';
import { codecArgs, encoderBuild, findFfmpeg } from '@framefarm/media';
import type { Case, Format } from '../scenes/cases.ts';
import { benchSeconds, decoderArgs, withoutMuxer } from './ffmpeg-cost.ts';

/** One thread is the cheapest; VP9 uses two at least. */
const THREADS = 1;

const RAW = {
  mp4: { rgb: 'rgb0', own: 'yuv420p' },
  mov: { rgb: 'rgba', own: 'yuva444p10le' },
  webm: { rgb: 'rgba', own: 'yuva420p' },
} as const satisfies Record<Format, { readonly rgb: string; readonly own: string }>;

const TO_OWN = 'scale=out_color_matrix=bt709:out_range=limited:flags=bicubic';
const TO_RGB = 'scale=in_color_matrix=bt709:in_range=tv:flags=bicubic';

/** CPU milliseconds per frame. */
export interface EncodingCost {
  /** From RGB, with the conversion. */
  readonly fromRgb: number;
  /** From frames in the encoder's own format. */
  readonly fromOwn: number;
}

/** @param output framefarm's finished video of `frames` frames: its decoded pictures are what is encoded. */
export async function encodingAlone(item: Case, output: string, frames: number, ffmpeg: string): Promise<EncodingCost> {
  const { rgb, own } = RAW[item.format];
  const perFrame = async (input: string): Promise<number> =>
    (1000 * (await encode(item, output, input, ffmpeg))) / frames;
  return { fromRgb: await perFrame(rgb), fromOwn: await perFrame(own) };
}

function plan({ format, quality, width, height, fps }: Case): EncodingPlan {
  return {
    format,
    quality,
    crf: null,
    videoBitrate: null,
    vp9CpuUsed: 5,
    gifLoop: 0,
    width,
    height,
    fps: { num: fps, den: 1 },
    firstFrame: 0,
    threads: THREADS,
  };
}

/** CPU seconds of the encoder alone; another FFmpeg decodes beside it. */
async function encode(item: Case, output: string, input: string, ffmpeg: string): Promise<number> {
  const { width, height, fps, format } = item;
  const { rgb, own } = RAW[format];
  const toInput = input === rgb ? ['-vf', TO_RGB] : [];
  const decode = [...decoderArgs(format), '-i', output, '-an', ...toInput, '-f', 'rawvideo', '-pix_fmt', input];
  const reader = spawn(ffmpeg, ['-hide_banner', '-loglevel', 'error', ...decode, 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const writer = spawn(
    encoderBuild(await findFfmpeg(), plan(item)).ffmpegPath,
    [
      ...['-hide_banner', '-nostats', '-benchmark'],
      ...['-f', 'rawvideo', '-pix_fmt', input, '-video_size', `${width}x${height}`, '-framerate', String(fps)],
      ...['-i', 'pipe:0', '-filter_threads', '1'],
      ...(input === rgb ? ['-vf', `${TO_OWN},format=${own}`] : []),
      ...withoutMuxer(codecArgs(plan(item))),
      ...['-f', 'null', '-'],
    ],
    { stdio: [reader.stdout, 'ignore', 'pipe'] },
  );
  // The encoder holds the pipe from here on; a second reader would take frames from it.
  reader.stdout.destroy();
  let log = '';
  writer.stderr?.on('data', (data) => (log += data));
  const code = await new Promise((resolve, reject) => {
    writer.once('error', reject);
    writer.once('close', resolve);
  });
  if (code !== 0) throw new Error(`FFmpeg could not encode: ${log.slice(-600)}`);
  return benchSeconds(log);
}
