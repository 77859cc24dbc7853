/** From the pixels of a canvas to the form that the ring holds. */
import type { WritingStart } from './worker-messages.js';

/** The module of `straight.wat`, `yuv.wat` and `yuva.wat` in base64; put in by the bundler. */
declare const __PICTURE_MODULE__: string;

/** The picture of some pixels; the same memory each time where it is not theirs. */
export type Convert = (pixels: Uint8Array<ArrayBuffer>, format: VideoPixelFormat | null) => Uint8Array<ArrayBuffer>;

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
function toStraight({ width, height }: WritingStart): Convert {
  const area = width * height;
  const { memory, straighten } = startModule(area * 4 + 16);
  const straight = new Uint8Array(memory.buffer, 0, area * 4);
  return (pixels, format) => {
    straight.set(pixels);
    straighten(0, area, blueFirst(format, /^(?:RGB|BGR)A$/));
    return straight;
  };
}

function toPlanes({ width, height, transparent, pictureBytes }: WritingStart): Convert {
  const pixelBytes = width * height * 4;
  const { memory, convert, convertTransparent } = startModule(pixelBytes + pictureBytes);
  const from = new Uint8Array(memory.buffer, 0, pixelBytes);
  const planes = new Uint8Array(memory.buffer, pixelBytes, pictureBytes);
  const [run, formats] = transparent ? [convertTransparent, /^(?:RGB|BGR)A$/] : [convert, /^(?:RGB|BGR)[AX]$/];
  return (pixels, format) => {
    from.set(pixels);
    run(0, pixelBytes, width, height, blueFirst(format, formats));
    return planes;
  };
}

/** 1 where blue comes first; the order of a canvas is the system's. */
function blueFirst(format: VideoPixelFormat | null, expected: RegExp): number {
  if (format === null || !expected.test(format)) throw new Error(`a canvas of format ${format}`);
  return format.startsWith('B') ? 1 : 0;
}

/** The conversion to the form of `setup.image`. It throws where the canvas has another format than such a canvas should. */
export function converterOf(setup: WritingStart): Convert {
  if (setup.image === 'rgb0') return (pixels) => pixels;
  return setup.image === 'rgba' ? toStraight(setup) : toPlanes(setup);
}
