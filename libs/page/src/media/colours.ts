/** Decoded planes as pixels of a canvas, by our own arithmetic: that of browsers is off by 13 levels in blue (docs/decisions/videos-decoded-in-the-page.md). */

import { NativeImageData } from '../natives/natives.js';
import { type Assembled, addRoom, assembled } from '../workers/assembled.js';
import type { Size } from './picture-fit.js';

/** The module of `colours.wat` in base64; put in by the bundler. */
declare const __COLOURS_MODULE__: string;

/** The conversion reads blocks of 16 pixels. */
const SPARE_BYTES = 16;

interface ColoursModule extends Assembled {
  readonly convert: (from: number, to: number, width: number, height: number) => void;
}

/** Bytes of the planes of a picture. */
export const planeBytes = ({ width, height }: Size): number => (width * height * 3) / 2;

let opened: ColoursModule | null = null;

/** Pixels of planes: Y, U and V one after the other. They are good until the next call: all videos of the page share the memory. */
export function pixelsOf(planes: Uint8Array, size: Size): ImageData {
  const { width, height } = size;
  opened ??= assembled<ColoursModule>(__COLOURS_MODULE__);
  const { memory, convert } = opened;
  const to = Math.ceil((planeBytes(size) + SPARE_BYTES) / 16) * 16;
  const pixelBytes = width * height * 4;
  addRoom(opened, to + pixelBytes - memory.buffer.byteLength);
  new Uint8Array(memory.buffer).set(planes);
  convert(0, to, width, height);
  return new NativeImageData(new Uint8ClampedArray(memory.buffer, to, pixelBytes), width, height);
}
