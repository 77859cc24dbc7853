/** Decoding one track to 48 kHz stereo floats (composition-format 9.2). Pure. */
import type { AudioStreamInfo } from '@framefarm/contract';
import { GLOBAL_ARGS, sourceInput } from '../ffmpeg/input.js';

export const SAMPLE_RATE = 48_000;
export const CHANNELS = 2;

export interface DecodeArgs {
  readonly file: string;
  readonly audio: AudioStreamInfo;
  /** Seconds into the source. */
  readonly mediaStart: number;
}

/** Sound that begins no later than this begins with the file. */
const PRIMING_SECONDS = 0.01;

/**
 * The source is read from its beginning and cut by time stamp: a seek in a stream without an index (MP3, ADTS) lands
 * at a guessed time. Decoding sound is a hundred times faster than real time.
 */
export function decodeArgs({ file, audio, mediaStart }: DecodeArgs): string[] {
  const filters = [
    // Containers time the samples that a decoder leaves out or begins with: Opus of a WebM would come 7 ms late, Vorbis 3.
    `asetpts='if(lt(STARTT,${PRIMING_SECONDS}),PTS-STARTPTS,PTS)'`,
    // A late or broken stream keeps its times: gaps become silence.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    audio.channels === 1 ? 'pan=stereo|c0=c0|c1=c0' : 'aformat=channel_layouts=stereo',
    ...(mediaStart > 0 ? [`atrim=start_sample=${Math.round(mediaStart * SAMPLE_RATE)}`, 'asetpts=PTS-STARTPTS'] : []),
    'aformat=sample_fmts=flt',
  ];
  const output = ['-f', 'f32le', '-ac', String(CHANNELS), '-ar', String(SAMPLE_RATE), 'pipe:1'];
  return [...GLOBAL_ARGS, ...sourceInput(file, ['-vn']), '-map', '0:a:0', '-af', filters.join(','), ...output];
}

/** Arguments of the encoder that takes the finished mix on standard input. */
export function encodeArgs(codec: 'aac' | 'opus' | 'adts', out: string): string[] {
  const input = ['-protocol_whitelist', 'pipe', '-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', String(CHANNELS)];
  const encoder = codec === 'opus' ? ['-c:a', 'libopus', '-b:a', '128k'] : ['-c:a', 'aac', '-b:a', '192k'];
  const container = { aac: 'ipod', opus: 'webm', adts: 'adts' }[codec];
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
  return [...GLOBAL_ARGS, '-y', ...input, '-i', 'pipe:0', ...encoder, ...plain, '-f', container, `file:${out}`];
}
