/** Reading the pixels of the worker's canvas, in the form that the ring holds. */
import type { RingStart } from './worker-messages.js';

/** The module of `straight.wat`, `yuv.wat` and `yuva.wat` in base64; put in by the bundler. */
declare const __PICTURE_MODULE__: string;

/** The pixels of the canvas in the form the ring holds; the same memory each time where that is possible. */
export type Read = () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;

/**
 * Copies the canvas without the detour over a picture of its own that `getImageData` makes. A frame that is still open
 * when the canvas is drawn on again would cost a copy of the whole canvas, so it is closed at once.
 */
export async function copyPixels(
  canvas: OffscreenCanvas,
  to: Uint8Array<ArrayBuffer>,
  format?: 'RGBX' | 'BGRA',
): Promise<VideoPixelFormat | null> {
  const frame = new VideoFrame(canvas, { timestamp: 0 });
  try {
    const layout = [{ offset: 0, stride: canvas.width * 4 }];
    await frame.copyTo(to, (format === undefined ? { layout } : { layout, format }) as VideoFrameCopyToOptions);
    return frame.format;
  } finally {
    frame.close();
  }
}

function readOpaque(canvas: OffscreenCanvas): Read {
  const pixels = new Uint8Array(canvas.width * canvas.height * 4);
  return async () => {
    await copyPixels(canvas, pixels, 'RGBX');
    return pixels;
  };
}

/** To planes that follow each other at `to`. */
type ToPlanes = (from: number, to: number, width: number, height: number, blueFirst: number) => void;

interface PictureModule {
  readonly memory: WebAssembly.Memory;
  readonly straighten: (at: number, count: number, blueFirst: number) => void;
  readonly convert: ToPlanes;
  readonly convertTransparent: ToPlanes;
}

/** The conversions, with room for so many bytes in their memory. */
function startModule(roomBytes: number): PictureModule {
  const bytes = Uint8Array.from(atob(__PICTURE_MODULE__), (character) => character.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const module = exports as unknown as PictureModule;
  module.memory.grow(Math.ceil(roomBytes / 65_536));
  return module;
}

/** A video frame holds premultiplied pixels; these are made straight. `getImageData` would do it in new memory each time. */
function readStraight(canvas: OffscreenCanvas): Read {
  const area = canvas.width * canvas.height;
  const { memory, straighten } = startModule(area * 4 + 16);
  const pixels = new Uint8Array(memory.buffer, 0, area * 4);
  return async () => {
    straighten(0, area, await copyFrom(canvas, pixels, /^(?:RGB|BGR)A$/));
    return pixels;
  };
}

function readPlanes({ canvas, transparent, pictureBytes }: RingStart): Read {
  const { width, height } = canvas;
  const pixelBytes = width * height * 4;
  const { memory, convert, convertTransparent } = startModule(pixelBytes + pictureBytes);
  const pixels = new Uint8Array(memory.buffer, 0, pixelBytes);
  const planes = new Uint8Array(memory.buffer, pixelBytes, pictureBytes);
  const [toPlanes, formats] = transparent ? [convertTransparent, /^(?:RGB|BGR)A$/] : [convert, /^(?:RGB|BGR)[AX]$/];
  return async () => {
    toPlanes(0, pixelBytes, width, height, await copyFrom(canvas, pixels, formats));
    return planes;
  };
}

/** Copies the canvas as it is; 1 where blue comes first. */
async function copyFrom(canvas: OffscreenCanvas, to: Uint8Array<ArrayBuffer>, formats: RegExp): Promise<number> {
  const format = await copyPixels(canvas, to);
  if (format === null || !formats.test(format)) throw new Error(`a canvas of format ${format}`);
  return format.startsWith('B') ? 1 : 0;
}

export function readerOf(setup: RingStart): Read {
  if (setup.image === 'rgb0') return readOpaque(setup.canvas);
  return setup.image === 'rgba' ? readStraight(setup.canvas) : readPlanes(setup);
}
