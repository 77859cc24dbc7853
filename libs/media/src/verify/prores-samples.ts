/** Looking through the samples of a ProRes track without decoding them. */

import type { FileWindow } from '../mp4/file-window.js';
import type { Track } from '../mp4/movie-file.js';
import { FRAME_HEAD_BYTES, type FrameHead, frameHead } from '../prores/frame-head.js';
import { withoutAlpha } from './expected.js';
import type { PictureFacts } from './h264-samples.js';
import { transferName } from './transfer-name.js';

/** Readers count ProRes 4444 as 12 bits a channel, whatever was encoded. */
const BIT_DEPTH = 12;

/**
 * Each sample is one whole frame with alpha of the size of the first.
 * @throws {RangeError} when it is not so.
 * @throws FramefarmError `ALPHA_NOT_ENCODED`
 */
export async function checkProres(track: Track, window: FileWindow): Promise<PictureFacts> {
  let first: FrameHead | undefined;
  for (const [index, { offset, bytes }] of track.samples.entries()) {
    const head = frameHead(await window.bytes(offset, FRAME_HEAD_BYTES));
    first ??= head;
    const isLike = head.width === first.width && head.height === first.height;
    if (head.bytes !== bytes || !isLike) throw new RangeError(`sample ${index + 1} is not one frame like the first`);
    if (head.alpha === 0) throw withoutAlpha('mov', `frame ${index} has none`);
  }
  if (first?.fullChroma !== true) throw new RangeError('the pictures are not 4:4:4');
  const { width, height, transfer } = first;
  const pixelFormat = `yuva444p${BIT_DEPTH}le`;
  return { width, height, bitDepth: BIT_DEPTH, pixelFormat, alpha: true, transfer: transferName(transfer) };
}
