/** Whether outputs show the same frames, as FFmpeg decodes them. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { FORMATS, type OutputFormat } from '@framefarm/contract';
import { type Ffmpeg, sequenceFrameName } from '@framefarm/media';
import { runProcess } from '@framefarm/process';

/** Decoding takes a fraction of the time of the render that it follows. */
const DECODE_DEADLINE_MS = 300_000;
/** One line per frame of at most 100 characters, for an hour of frames. */
const KEPT_CHARS = 30_000_000;

const QUIET = ['-hide_banner', '-nostdin', '-v', 'error'];

/** FFmpeg's arguments that open an output; VP9 with alpha needs libvpx, which alone returns its alpha plane. */
function outputInput(ffmpeg: Ffmpeg, format: OutputFormat, path: string): string[] {
  if (format === 'png-sequence') {
    return ['-start_number', '1', '-i', join(path, sequenceFrameName(0).replace(/\d+/, '%06d'))];
  }
  const libvpx = format === 'webm' && FORMATS[format].alpha && ffmpeg.features.vp9AlphaDecoder;
  return [...(libvpx ? ['-c:v', 'libvpx-vp9'] : []), '-i', path];
}

/** SHA-256 over the hashes of all decoded frames; null when FFmpeg cannot decode the output. */
export async function hashFrames(
  ffmpeg: Ffmpeg,
  format: OutputFormat,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  const args = [...QUIET, ...outputInput(ffmpeg, format, path), '-map', '0:v:0', '-f', 'framemd5', 'pipe:1'];
  const run = await runProcess(ffmpeg.ffmpegPath, args, {
    deadlineMs: DECODE_DEADLINE_MS,
    signal,
    keepChars: KEPT_CHARS,
  });
  signal.throwIfAborted();
  if (run.exitCode !== 0) return null;
  const hash = createHash('sha256');
  for (const line of run.stdout.split('\n')) {
    if (line !== '' && !line.startsWith('#')) hash.update(line.split(',').at(-1)?.trim() ?? '');
  }
  return hash.digest('hex');
}

/** Peak signal-to-noise ratio over all frames, dB; infinity for equal frames, null when it cannot be measured. */
export async function measurePsnr(
  ffmpeg: Ffmpeg,
  format: OutputFormat,
  path: string,
  reference: string,
  signal: AbortSignal,
): Promise<number | null> {
  const inputs = [path, reference].flatMap((one) => outputInput(ffmpeg, format, one));
  const args = ['-hide_banner', '-nostdin', '-v', 'info', '-nostats', ...inputs, '-lavfi', '[0:v][1:v]psnr'];
  const run = await runProcess(ffmpeg.ffmpegPath, [...args, '-f', 'null', '-'], {
    deadlineMs: DECODE_DEADLINE_MS,
    signal,
  });
  signal.throwIfAborted();
  return run.exitCode === 0 ? readPsnr(run.stderr) : null;
}

/** The average that FFmpeg prints at its end; null when there is none. */
export function readPsnr(log: string): number | null {
  const text = /PSNR .*average:(inf|[\d.]+)/.exec(log)?.[1];
  if (text === undefined) return null;
  return text === 'inf' ? Number.POSITIVE_INFINITY : Number(text);
}
