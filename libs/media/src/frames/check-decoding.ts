/** Whether a source decodes without a fault, told by decoding it once: what a browser cannot show is found before it is needed. */
import { stat } from 'node:fs/promises';
import type { FramefarmError } from '@framefarm/contract';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { GLOBAL_ARGS, sourceInput } from '../ffmpeg/input.js';
import { runFfmpeg } from '../ffmpeg/run.js';
import { openSource } from '../ffmpeg/source-access.js';

/** Answers by file, good while it does not change. */
const known = new Map<string, boolean>();
/** Files remembered. */
const MOST_KNOWN = 64;

/** @throws FramefarmError `VIDEO_EXTRACTION_FAILED` when FFmpeg was killed or passed its deadline, or the signal's reason. */
export async function decodesCleanly(ffmpeg: Ffmpeg, file: string, signal?: AbortSignal): Promise<boolean> {
  const entry = await stat(file, { bigint: true });
  const key = [file, entry.dev, entry.ino, entry.size, entry.mtimeNs, entry.ctimeNs].join('\0');
  const before = known.get(key);
  if (before !== undefined) return before;
  const source = openSource(ffmpeg.ffmpegPath, file);
  const strict = ['-xerror', ...sourceInput(source.input, ['-err_detect', 'explode'])];
  const clean = await runFfmpeg(ffmpeg.ffmpegPath, [...GLOBAL_ARGS, ...strict, '-map', '0:V:0', '-f', 'null', '-'], {
    code: 'VIDEO_EXTRACTION_FAILED',
    stage: 'extract_video',
    what: `checking "${file}"`,
    // A day of pictures of 1080p is decoded in less.
    deadlineMs: 3_600_000,
    source,
    signal,
  })
    .then(
      () => true,
      (error: FramefarmError) => {
        if (typeof error.details?.exitCode === 'number') return false;
        throw error;
      },
    )
    .finally(source.close);
  known.set(key, clean);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return clean;
}
