/** What encoding one chunk takes and gives. */
import type { EncodingPlan } from '@framefarm/contract';
import type { Ffmpeg } from '../ffmpeg/find.js';
import type { SegmentInput } from './codec-args.js';

export interface SegmentEncoderOptions {
  readonly ffmpeg: Ffmpeg;
  readonly encoding: EncodingPlan;
  /** What `write` receives. */
  readonly input: SegmentInput;
  /** File to make (see `segmentName`); for png-sequence an existing directory. */
  readonly out: string;
  /** First frame of the chunk in the composition, from 0. */
  readonly firstFrame: number;
  /** Frames that will be written, ≥ 1. */
  readonly frames: number;
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for FFmpeg to take one image or to finish after the last; default 120 s. */
  readonly stallMs?: number;
}

export interface SegmentEncoder {
  /**
   * Takes the next frame; resolves when another may be written and the buffer may be used again. `held`: the picture is
   * the one of the frame before.
   */
  write(image: Buffer, held?: boolean): Promise<void>;
  /** Resolves when the file is complete and holds `frames` frames. */
  finish(): Promise<void>;
  /** Ends FFmpeg and removes the unfinished file. Safe at any time, also after a failure. */
  abort(): Promise<void>;
}
