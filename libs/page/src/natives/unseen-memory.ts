/** Memory that is held by what V8 sees as some hundred bytes (docs/decisions/video-pictures-as-bitmaps.md). */
import { NativeArrayBuffer } from './natives.js';

/**
 * V8 is told of so much less than there is. It collects a small heap after some 16 MiB of buffers and a large one after 64 to 100,
 * which takes 27 ms of CPU each time.
 */
const TOLD_SHARE = 8;
/** Buffers are kept until they are so many bytes: those that do not outlive some small collections do not bring about a whole one. */
const TOLD_BYTES = 128 * 1024 * 1024;

/** Of a picture that is larger V8 is told of no more. */
const MOST_AT_ONCE = 16 * 1024 * 1024;

const told: ArrayBuffer[] = [];
let toldBytes = 0;

/**
 * Tells V8 of the pixels of a picture that is garbage once the next one is painted, by a buffer that nobody touches: it takes no
 * memory by itself. Else hundreds of pictures would lie around before V8 collects any.
 */
export function tellOfPixels(pixels: number): void {
  const bytes = Math.min(MOST_AT_ONCE, Math.ceil((pixels * 4) / TOLD_SHARE));
  if (bytes === 0) return;
  if (toldBytes + bytes > TOLD_BYTES) {
    told.length = 0;
    toldBytes = 0;
  }
  told.push(new NativeArrayBuffer(bytes));
  toldBytes += bytes;
}
