/** Putting bitmaps into canvases of the page (docs/decisions/video-pictures-as-bitmaps.md). */
import { NativeArrayBuffer } from '../natives.js';

/**
 * V8 is told of so much less than there is. It collects a small heap after some 16 MiB of buffers and a large one after 64 to 100,
 * which takes 27 ms of CPU each time.
 */
const TOLD_SHARE = 8;
/** Buffers are kept until they are so many bytes: those that do not outlive some small collections do not bring about a whole one. */
const TOLD_BYTES = 128 * 1024 * 1024;

const told: ArrayBuffer[] = [];
let toldBytes = 0;

/**
 * Puts a bitmap into a canvas, or takes out what is in it. What was painted with the picture before is garbage then, of which
 * V8 sees some hundred bytes and not the pixels: hundreds of pictures would lie around before it collects any.
 */
export function showBitmap(context: ImageBitmapRenderingContext | null, bitmap: ImageBitmap | null): void {
  if (bitmap !== null) tell(Math.ceil((bitmap.width * bitmap.height * 4) / TOLD_SHARE));
  context?.transferFromImageBitmap(bitmap);
}

/** Tells V8 of bytes that it does not see, by a buffer that nobody touches: it takes no memory by itself. */
function tell(bytes: number): void {
  if (toldBytes + bytes > TOLD_BYTES) {
    told.length = 0;
    toldBytes = 0;
  }
  told.push(new NativeArrayBuffer(bytes));
  toldBytes += bytes;
}
