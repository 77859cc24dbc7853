/** What every finished file is held against (composition-format 12 and 14), and how a difference is told. */
import { type EncodingPlan, FramefarmError, frameTime, type MediaInfo } from '@framefarm/contract';
import type { Ffmpeg } from '../ffmpeg/find.js';

export interface VerifyOptions {
  readonly ffmpeg: Ffmpeg;
  readonly path: string;
  readonly encoding: EncodingPlan;
  readonly frames: number;
  /** Whether a sound stream must be there. */
  readonly audio: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface VerifiedOutput {
  /** Null for a png-sequence. */
  readonly media: MediaInfo | null;
  readonly frames: number;
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  /** Bytes, of all files for a png-sequence. */
  readonly sizeBytes: number;
}

export function invalid(expected: string, found: string): FramefarmError {
  return new FramefarmError('OUTPUT_INVALID', `the finished file should hold ${expected}; found ${found}`, {
    stage: 'assemble',
    details: { expected, found },
  });
}

export function withoutAlpha(format: string, found: string): FramefarmError {
  const message = `the ${format} file should hold an alpha plane; ${found}`;
  return new FramefarmError('ALPHA_NOT_ENCODED', message, { stage: 'assemble' });
}

/** One video stream and sound or none; `kinds` are `video` and `audio`, in the order of the file. */
export function checkKinds(kinds: readonly string[], audio: boolean): void {
  const count = (kind: string): number => kinds.filter((one) => one === kind).length;
  if (count('video') === 1 && count('audio') === (audio ? 1 : 0)) return;
  const found = kinds.join(' + ') || 'no streams';
  throw invalid(audio ? 'one video and one audio stream' : 'one video stream and no sound', found);
}

export interface Streams {
  /** Seconds. */
  readonly pictures: number;
  /** Seconds; null without sound. */
  readonly sound: number | null;
}

export function checkDurations({ encoding, frames }: VerifyOptions, { pictures, sound }: Streams): void {
  const expected = frameTime(frames, encoding.fps);
  // One frame of tolerance (composition-format 9.2); containers round to ms, a GIF to 1/100 s per frame, and
  // the last delay of a GIF is not written: readers take up to 0.1 s for it.
  const slack = frameTime(1, encoding.fps) + (encoding.format === 'gif' ? 0.1 + frames * 0.0051 : 0.0015);
  if (!(Math.abs(pictures - expected) <= slack)) throw invalid(`${expected} s of picture`, `${pictures} s`);
  // Lossy sound comes in packets of 1024 samples (AAC) or 20 ms (Opus).
  if (sound !== null && !(Math.abs(sound - expected) <= slack + 0.0214)) {
    throw invalid(`${expected} s of sound`, `${sound} s`);
  }
}
