/** Decoded planes as pixels of a canvas, by our own arithmetic: that of browsers is off by 13 levels in blue (docs/decisions/videos-decoded-in-the-page.md). */
import { NativeImageData, NativeWebAssembly } from '../natives.js';
import type { Size } from './picture-fit.js';

/** The module of `colours.wat` in base64; put in by the bundler. */
declare const __COLOURS_MODULE__: string;

const PAGE_BYTES = 65_536;
/** The conversion reads blocks of 16 pixels. */
const SPARE_BYTES = 16;

interface ColoursModule {
  readonly memory: WebAssembly.Memory;
  readonly convert: (from: number, to: number, width: number, height: number) => void;
}

/** Bytes of the planes of a picture. */
export const planeBytes = ({ width, height }: Size): number => (width * height * 3) / 2;

let opened: ColoursModule | null = null;

function open(): ColoursModule {
  const bytes = Uint8Array.from(atob(__COLOURS_MODULE__), (character) => character.charCodeAt(0));
  const { exports } = new NativeWebAssembly.Instance(new NativeWebAssembly.Module(bytes));
  return exports as unknown as ColoursModule;
}

/** Pixels of planes: Y, U and V one after the other. They are good until the next call: all videos of the page share the memory. */
export function pixelsOf(planes: Uint8Array, size: Size): ImageData {
  const { width, height } = size;
  opened ??= open();
  const { memory, convert } = opened;
  const to = Math.ceil((planeBytes(size) + SPARE_BYTES) / 16) * 16;
  const pixelBytes = width * height * 4;
  const missing = to + pixelBytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  new Uint8Array(memory.buffer).set(planes);
  convert(0, to, width, height);
  return new NativeImageData(new Uint8ClampedArray(memory.buffer, to, pixelBytes), width, height);
}
