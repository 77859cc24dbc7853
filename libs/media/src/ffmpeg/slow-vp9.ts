/** What the bundled build is slow at. */
import type { Ffmpeg } from './find.js';

/**
 * Why a WebM will take long, in words that follow the name of a build; null where it will not. The libvpx of the bundled one, of 2018,
 * takes three to four times as long for the same pictures (docs/decisions/two-builds-of-ffmpeg.md).
 */
export function slowVp9({ origin }: Pick<Ffmpeg, 'origin'>): string | null {
  return origin === 'bundled'
    ? 'encodes VP9 (WebM) three to four times slower than a current FFmpeg on PATH would'
    : null;
}
