/** Whether a source decodes without a fault, told by decoding it once: what a browser cannot show is found before it is needed. */
import { stat } from 'node:fs/promises';
import type { FramefarmError } from '@framefarm/contract';
import type { Ffmpeg } from '../ffmpeg/find.js';
import { GLOBAL_ARGS, sourceInput } from '../ffmpeg/input.js';
import { runFfmpeg } from '../ffmpeg/run.js';
import { openSource } from '../ffmpeg/source-access.js';

/** Answers by file and part, good while it does not change. */
const known = new Map<string, boolean>();
/** Pictures in a second for which the deadline leaves a second each. */
const DEADLINE_PICTURES = 60;
/** Answers remembered. */
const MOST_KNOWN = 64;

/** A part of a source, seconds from its start. */
export interface DecodedPart {
  readonly begin: number;
  readonly seconds: number;
}

/** @throws FramefarmError `VIDEO_EXTRACTION_FAILED` when FFmpeg was killed or passed its deadline, or the signal's reason. */
export async function decodesCleanly(
  ffmpeg: Ffmpeg,
  file: string,
  { begin, seconds }: DecodedPart,
  signal?: AbortSignal,
): Promise<boolean> {
  const entry = await stat(file, { bigint: true });
  const key = [file, entry.dev, entry.ino, entry.size, entry.mtimeNs, entry.ctimeNs, begin, seconds].join('\0');
  const before = known.get(key);
  if (before !== undefined) return before;
  const source = openSource(ffmpeg.ffmpegPath, file);
  const strict = [
    '-xerror',
    ...sourceInput(source.input, ['-err_detect', 'explode', '-ss', begin.toFixed(6), '-t', seconds.toFixed(6)]),
  ];
  const clean = await runFfmpeg(ffmpeg.ffmpegPath, [...GLOBAL_ARGS, ...strict, '-map', '0:V:0', '-f', 'null', '-'], {
    code: 'VIDEO_EXTRACTION_FAILED',
    stage: 'extract_video',
    what: `checking "${file}"`,
    deadlineMs: 120_000 + 1_000 * Math.ceil(seconds * DEADLINE_PICTURES),
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
