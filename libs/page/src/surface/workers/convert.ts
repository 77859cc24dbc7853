/** From the pixels of a canvas to the form that the ring holds. */
import { type Assembled, assembled } from '../../workers/assembled.js';
import type { WritingStart } from './worker-messages.js';

/** The module of `straight.wat`, `yuv.wat` and `yuva.wat` in base64; put in by the bundler. */
declare const __PICTURE_MODULE__: string;

/** The picture of some pixels; the same memory each time where it is not theirs. */
export type Convert = (pixels: Uint8Array<ArrayBuffer>, format: VideoPixelFormat | null) => Uint8Array<ArrayBuffer>;

/** Converts rows of pixels at `from`; samples are written from `luma`, `u`, `v` and `alpha` on, of which what is opaque has none. */
type ToPlanes = (
  from: number,
  width: number,
  rows: number,
  blueFirst: number,
  luma: number,
  u: number,
  v: number,
  alpha: number,
) => void;

interface PictureModule extends Assembled {
  readonly straighten: (at: number, count: number, blueFirst: number) => void;
  readonly convert: ToPlanes;
  readonly convertTransparent: ToPlanes;
}

/** Bytes of pixels that are converted at a time: they stay in the nearer caches from one step to the next. */
const STRIP_BYTES = 128 * 1024;

/** Rows of a picture that are converted at a time; even. */
const stripRows = (width: number): number => Math.max(2, 2 * Math.floor(STRIP_BYTES / (width * 4) / 2));

/** The conversions, with room for so many bytes in their memory. */
const startModule = (roomBytes: number): PictureModule => assembled(__PICTURE_MODULE__, roomBytes);

/** A video frame holds premultiplied pixels; these are made straight. `getImageData` would do it in new memory each time. */
function toStraight({ width, height }: WritingStart): Convert {
  const bytes = width * height * 4;
  const { memory, straighten } = startModule(bytes + 16);
  const straight = new Uint8Array(memory.buffer, 0, bytes);
  const strip = stripRows(width) * width * 4;
  return (pixels, format) => {
    const blue = blueFirst(format, /^(?:RGB|BGR)A$/);
    for (let at = 0; at < bytes; at += strip) {
      const part = pixels.subarray(at, at + strip);
      straight.set(part, at);
      straighten(at, part.length / 4, blue);
    }
    return straight;
  };
}

function toPlanes({ width, height, transparent, pictureBytes }: WritingStart): Convert {
  const area = width * height;
  const most = stripRows(width);
  const room = most * width * 4;
  const { memory, convert, convertTransparent } = startModule(room + pictureBytes);
  const strip = new Uint8Array(memory.buffer, 0, room);
  const planes = new Uint8Array(memory.buffer, room, pictureBytes);
  const [u, v, alpha] = [room + area, room + area * 1.25, room + area * 1.5];
  const [run, formats] = transparent ? [convertTransparent, /^(?:RGB|BGR)A$/] : [convert, /^(?:RGB|BGR)[AX]$/];
  return (pixels, format) => {
    const blue = blueFirst(format, formats);
    for (let row = 0; row < height; row += most) {
      const rows = Math.min(most, height - row);
      const at = row * width;
      strip.set(pixels.subarray(at * 4, (at + rows * width) * 4));
      run(0, width, rows, blue, room + at, u + at / 4, v + at / 4, alpha + at);
    }
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
