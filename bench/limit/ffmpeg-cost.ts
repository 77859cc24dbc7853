/** Reading and writing FFmpeg's command lines where only its cost is of interest. Pure. */
import type { Format } from '../scenes/cases.ts';

/** CPU seconds that FFmpeg says it used (`-benchmark`). @throws when it says nothing. */
export function benchSeconds(log: string): number {
  const found = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(log);
  if (found === null) throw new Error(`FFmpeg told no times: ${log.slice(-400)}`);
  return Number(found[1]) + Number(found[2]);
}

/** Options that belong to a container; nothing is written into one. */
const MUXER_OPTIONS = ['-f', '-video_track_timescale'];

/** Options in pairs of name and value, without those of the container. */
export function withoutMuxer(args: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index < args.length; index += 2) {
    const [name, value] = [args[index] as string, args[index + 1] as string];
    if (!MUXER_OPTIONS.includes(name)) kept.push(name, value);
  }
  return kept;
}

/** Decoder options for a video with alpha, which FFmpeg's own decoder of VP9 drops. */
export const decoderArgs = (format: Format): readonly string[] => (format === 'webm' ? ['-c:v', 'libvpx-vp9'] : []);
