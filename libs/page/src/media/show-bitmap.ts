/** Putting bitmaps into canvases of the page (docs/decisions/video-pictures-as-bitmaps.md). */
import { tellOfPixels } from '../natives/unseen-memory.js';

/** Puts a bitmap into a canvas, or takes out what is in it. What was painted with the picture before is garbage then. */
export function showBitmap(context: ImageBitmapRenderingContext | null, bitmap: ImageBitmap | null): void {
  if (bitmap !== null) tellOfPixels(bitmap.width * bitmap.height);
  context?.transferFromImageBitmap(bitmap);
}
