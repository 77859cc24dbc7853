/** Pictures of a page as the browser composes it, with which its surface is compared. */
import type { ReferenceCoding } from '@framefarm/browser';
import { type CaptureImage, holdsAlpha } from '@framefarm/contract';
import { decodePng, type Ffmpeg, planesOfJpeg, readsAtOnce } from '@framefarm/media';
import { freeMemory } from '@framefarm/process';
import { compareRaw } from './compare.js';
import { compareAlike } from './compare-alike.js';
import type { Difference } from './difference.js';

export interface Reference {
  readonly coding: ReferenceCoding;
  readonly bytes: Uint8Array;
}

/** What is compared. */
export interface Compared {
  readonly image: CaptureImage;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Reads JPEG. */
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/**
 * How references are coded that are looked at first, and how those that decide where these leave a doubt. A JPEG costs half as much as
 * the fast PNG where FFmpeg starts at once, which makes planes of it, so that only planes are compared with it. With alpha the fast PNG
 * costs half as much as the exact one.
 */
export function referenceCodings({ image, ffmpeg }: Pick<Compared, 'image' | 'ffmpeg'>): {
  readonly quick: ReferenceCoding;
  readonly exact: ReferenceCoding;
} {
  if (image === 'yuv420p' && readsAtOnce(ffmpeg)) return { quick: 'jpeg', exact: 'fast-png' };
  return { quick: 'fast-png', exact: holdsAlpha(image) ? 'png' : 'fast-png' };
}

/**
 * Reads the reference; what it resolves to compares a picture with it, once.
 * @throws when it cannot be read, or by a JPEG when the signal aborts.
 */
export async function readReference(
  { coding, bytes }: Reference,
  { image, width, height, ffmpeg, signal }: Compared,
): Promise<(picture: Uint8Array) => Difference> {
  const jpeg = coding === 'jpeg';
  // The same bytes, not copied.
  const pixels = jpeg
    ? await planesOfJpeg(ffmpeg, bytes, signal)
    : (await decodePng(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))).pixels;
  return (picture) => {
    const difference = jpeg
      ? compareAlike(picture, pixels, width, height)
      : compareRaw(image, picture, pixels, width, height);
    freeMemory(pixels);
    return difference;
  };
}
