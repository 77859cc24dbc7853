/** The whole FFmpeg command line of one chunk. Pure. */
import type { EncodingPlan } from '@framefarm/contract';
import { GLOBAL_ARGS } from '../ffmpeg/input.js';
import { type FfmpegVersion, frameSync } from '../ffmpeg/version.js';
import { codecArgs, filterChain, inputArgs, type SegmentInput } from './codec-args.js';
import { timedImage } from './timed-pictures.js';

/** Extension of a chunk's file; empty where chunks write into one directory. */
const SEGMENT_EXTENSIONS = { mp4: '.mp4', mov: '.mov', webm: '.webm', gif: '.mov', 'png-sequence': '' } as const;

/** Name of a chunk's file, e.g. `segment-00003.mp4`; for png-sequence the one directory that all chunks share. */
export function segmentName(encoding: EncodingPlan, chunkIndex: number): string {
  if (encoding.format === 'png-sequence') return 'frames';
  return `segment-${String(chunkIndex).padStart(5, '0')}${SEGMENT_EXTENSIONS[encoding.format]}`;
}

export interface SegmentArgs {
  readonly encoding: EncodingPlan;
  readonly input: SegmentInput;
  /** First frame of the chunk in the composition, from 0. */
  readonly firstFrame: number;
  readonly out: string;
}

export function segmentArgs(version: FfmpegVersion, segment: SegmentArgs): string[] {
  const { encoding, input, out } = segment;
  const place = segment.firstFrame - encoding.firstFrame;
  const webm = encoding.format === 'webm';
  const timed = timedImage(encoding.format, input) !== null;
  // WebM counts milliseconds. Its chunks carry their place in the output, so that times are rounded once from the
  // exact value and no error adds up over the seams. mp4 and mov have exact clocks and start at 0.
  const filters = [filterChain(encoding, input, version), ...(webm && place > 0 ? [`setpts=PTS+${place}`] : [])];
  return [
    ...GLOBAL_ARGS,
    '-y',
    '-progress',
    'pipe:1',
    ...inputArgs(encoding, input),
    '-filter_threads',
    '1',
    '-vf',
    filters.join(','),
    '-an',
    ...frameSync(version, webm ? 'passthrough' : timed ? 'vfr' : 'cfr'),
    ...(webm ? [] : ['-r', `${encoding.fps.num}/${encoding.fps.den}`]),
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    ...codecArgs(encoding),
    `file:${out}`,
  ];
}
