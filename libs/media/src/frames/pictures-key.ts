/** The name of extracted pictures by what decides them, without a look at the file. Pure. */
import { createHash } from 'node:crypto';
import type { Fps, VideoFrameFormat } from '@framefarm/contract';

/** Raised when the recipe changes, so that pictures kept under an old one are not taken for new ones. */
export const EXTRACTION_RECIPE = 6;

export interface PicturesOf {
  /** SHA-256 of the source file, hex. */
  readonly source: string;
  /** Of FFmpeg. */
  readonly version: string;
  /** As given to `extractFrames`. */
  readonly mediaStart: number;
  readonly first: number;
  readonly seconds: number | null;
  readonly fps: Fps;
  readonly format: VideoFrameFormat;
}

/** SHA-256 in hex: the same key means the same pictures, on any machine. */
export function picturesDigest({ source, version, mediaStart, first, seconds, fps, format }: PicturesOf): string {
  const whole = [EXTRACTION_RECIPE, source, version, mediaStart, seconds, fps.num, fps.den, format];
  // Keys of clips from their start are those that earlier versions gave.
  const facts = first === 1 ? whole : [...whole, first];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
