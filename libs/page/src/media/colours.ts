/** Decoded planes as pixels of a canvas, by our own arithmetic: that of browsers is off by 13 levels in blue (docs/decisions/videos-decoded-in-the-page.md). */
import type { CodedVideo } from '@framefarm/contract';
import { NativeImageData, NativeWebAssembly } from '../natives.js';

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
export const planeBytes = ({ width, height }: Pick<CodedVideo, 'width' | 'height'>): number => (width * height * 3) / 2;

/** Makes pixels of planes: Y, U and V one after the other. The pixels are good until the next call. */
export function createColours(size: Pick<CodedVideo, 'width' | 'height'>): (planes: Uint8Array) => ImageData {
  const { width, height } = size;
  const bytes = Uint8Array.from(atob(__COLOURS_MODULE__), (character) => character.charCodeAt(0));
  const { exports } = new NativeWebAssembly.Instance(new NativeWebAssembly.Module(bytes));
  const { memory, convert } = exports as unknown as ColoursModule;
  const to = Math.ceil((planeBytes(size) + SPARE_BYTES) / 16) * 16;
  memory.grow(Math.ceil((to + width * height * 4) / PAGE_BYTES));
  const from = new Uint8Array(memory.buffer, 0, planeBytes(size));
  const image = new NativeImageData(new Uint8ClampedArray(memory.buffer, to, width * height * 4), width, height);
  return (planes) => {
    from.set(planes);
    convert(0, to, width, height);
    return image;
  };
}
