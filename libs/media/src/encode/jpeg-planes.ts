/** A captured JPEG as the encoder of an mp4 would get it: for comparing it with planes that were drawn. */
import type { Ffmpeg } from '../ffmpeg/find.js';
import { GLOBAL_ARGS } from '../ffmpeg/input.js';
import { readingBuild } from '../ffmpeg/reading-build.js';
import { runFfmpeg } from '../ffmpeg/run.js';
import { limitedBt709 } from './codec-args.js';

/** Decoding takes some 20 ms; who waited in vain takes an exact picture. */
const DEADLINE_MS = 15_000;

/**
 * Planes of limited-range BT.709, 4:2:0, of an image that our own browser coded.
 * @throws FramefarmError `CAPTURE_STALLED` when it cannot be read; the signal's reason on abort.
 */
export async function planesOfJpeg(ffmpeg: Ffmpeg, image: Uint8Array, signal?: AbortSignal): Promise<Buffer> {
  const input = ['-protocol_whitelist', 'pipe', '-threads', '1', '-f', 'image2pipe', '-c:v', 'mjpeg', '-i', 'pipe:0'];
  const output = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'];
  const filter = limitedBt709('jpeg', 'yuv420p').join(',');
  const { stdoutBytes } = await runFfmpeg(
    readingBuild(ffmpeg).ffmpegPath,
    [...GLOBAL_ARGS, ...input, '-vf', filter, ...output],
    {
      ...{ code: 'CAPTURE_STALLED', stage: 'capture', what: 'reading a reference picture' },
      ...{ deadlineMs: DEADLINE_MS, input: image, binary: true, signal },
    },
  );
  return stdoutBytes;
}
