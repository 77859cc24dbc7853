/**
 * What encoding a scene costs by itself: FFmpeg with framefarm's own options and raw frames at hand. Raw frames are RGB, as
 * a browser has them, so the conversion to the encoder's format is part of it (performance 2.2).
 */
import { spawn } from 'node:child_process';
import { codecArgs, filterChain, inputArgs } from '../../libs/media/dist/encode/codec-args.js';
import type { Case } from '../scenes/cases.ts';
import { benchSeconds, decoderArgs, withoutMuxer } from './ffmpeg-cost.ts';

/** One thread is the cheapest; VP9 uses two at least. */
const THREADS = 1;

export interface EncodingCost {
  /** CPU milliseconds per frame, with the conversion from RGB. */
  readonly fromRgb: number;
  /** The same from frames in the encoder's own format; null where framefarm has no such input. */
  readonly fromYuv: number | null;
}

/** @param output framefarm's finished video of `frames` frames: its decoded pictures are what is encoded. */
export async function encodingAlone(item: Case, output: string, frames: number, ffmpeg: string): Promise<EncodingCost> {
  const rgb = item.format === 'mp4' ? 'rgb0' : 'rgba';
  const perFrame = (seconds: number): number => (1000 * seconds) / frames;
  return {
    fromRgb: perFrame(await encode(item, output, rgb, ffmpeg)),
    fromYuv: item.format === 'mp4' ? perFrame(await encode(item, output, 'yuv420p', ffmpeg)) : null,
  };
}

async function encode(item: Case, output: string, input: 'rgb0' | 'rgba' | 'yuv420p', ffmpeg: string): Promise<number> {
  const { width, height, fps, format, quality } = item;
  const plan = {
    ...{ format, quality, crf: null, videoBitrate: null, vp9CpuUsed: 4, gifLoop: 0, width, height, firstFrame: 0 },
    ...{ fps: { num: fps, den: 1 }, threads: THREADS },
  };
  const toRgb = input === 'yuv420p' ? [] : ['-vf', 'scale=in_color_matrix=bt709:in_range=tv'];
  const decode = [...decoderArgs(format), '-i', output, '-an', ...toRgb, '-f', 'rawvideo', '-pix_fmt', input, 'pipe:1'];
  const encoded = [
    '-benchmark',
    ...inputArgs(plan, input),
    ...['-filter_threads', '1', '-vf', filterChain(plan, input)],
    ...withoutMuxer(codecArgs(plan)),
    ...['-f', 'null', '-'],
  ];
  const reader = spawn(ffmpeg, ['-hide_banner', '-loglevel', 'error', ...decode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const writer = spawn(ffmpeg, ['-hide_banner', '-nostats', ...encoded], { stdio: [reader.stdout, 'ignore', 'pipe'] });
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
