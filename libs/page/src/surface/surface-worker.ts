/**
 * The worker behind a surface: draws what the page recorded, reads the pixels, and writes them into the ring. The page's
 * own thread shows the next frame meanwhile (docs/decisions/surface-capture.md).
 */
import type { ElementImage, FromWorker, RingStart, ToWorker } from './worker-messages.js';

/** The module of `yuv.wat` in base64; put in by the bundler. */
declare const __YUV_MODULE__: string;
/** With `--expose-gc`. */
declare const gc: ((options: { readonly type: 'minor' }) => void) | undefined;

type DrawingContext = OffscreenCanvasRenderingContext2D & {
  drawElementImage(image: ElementImage, x: number, y: number): void;
};
/** Parts that TypeScript gives to its worker library only. */
interface SyncFile {
  truncate(bytes: number): void;
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  flush(): void;
}
type PrivateFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> };

/** The pixels of the canvas in the form the ring holds; the same memory each time where that is possible. */
type Read = () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;

const answer = (message: FromWorker): void => postMessage(message);

async function start(setup: RingStart): Promise<(sequence: number, image: ElementImage) => Promise<void>> {
  const { canvas, image: kind, slots, pictureBytes, marker } = setup;
  const { width, height } = canvas;
  // An opaque canvas would copy itself into the layer that each drawing makes; a page that is opaque covers this one.
  const context = canvas.getContext('2d', { alpha: true, willReadFrequently: true }) as DrawingContext;
  const read =
    kind === 'yuv420p'
      ? readPlanes(canvas)
      : kind === 'rgba'
        ? readStraight(context, width, height)
        : readOpaque(canvas);
  const file = await openFile(pictureBytes * slots, marker);
  return async (sequence, image) => {
    context.clearRect(0, 0, width, height);
    context.drawElementImage(image, 0, 0);
    image.close();
    const picture = await read();
    const written = file.write(picture, { at: ((sequence - 1) % slots) * pictureBytes });
    if (written !== picture.byteLength) throw new Error(`only ${written} bytes of a picture fit on the disk`);
  };
}

/** A file of the browser's private file system, recognised from outside by the marker behind the pictures. */
async function openFile(bytes: number, marker: string): Promise<SyncFile> {
  const root = await navigator.storage.getDirectory();
  const handle = (await root.getFileHandle('framefarm-ring', { create: true })) as PrivateFile;
  const file = await handle.createSyncAccessHandle();
  const mark = new TextEncoder().encode(marker);
  file.truncate(bytes + mark.byteLength);
  file.write(mark, { at: bytes });
  file.flush();
  return file;
}

/**
 * Copies the canvas without the detour over a picture of its own that `getImageData` makes. A frame that is still open
 * when the canvas is drawn on again would cost a copy of the whole canvas, so it is closed at once.
 */
async function copyPixels(
  canvas: OffscreenCanvas,
  to: Uint8Array<ArrayBuffer>,
  format?: 'RGBX',
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

/** A video frame holds premultiplied pixels; these are straight. */
function readStraight(context: DrawingContext, width: number, height: number): Read {
  return () => {
    // Pictures of 8 MB each would pile up to hundreds of MB; this heap is nearly empty, so collecting costs nothing.
    if (typeof gc === 'function') gc({ type: 'minor' });
    return new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
  };
}

function readPlanes(canvas: OffscreenCanvas): Read {
  const { width, height } = canvas;
  const code = Uint8Array.from(atob(__YUV_MODULE__), (character) => character.charCodeAt(0));
  const { memory, convert } = new WebAssembly.Instance(new WebAssembly.Module(code)).exports as unknown as {
    readonly memory: WebAssembly.Memory;
    convert(from: number, to: number, width: number, height: number, blueFirst: number): void;
  };
  const pixelBytes = width * height * 4;
  const planeBytes = (width * height * 3) / 2;
  memory.grow(Math.ceil((pixelBytes + planeBytes) / 65_536));
  const pixels = new Uint8Array(memory.buffer as ArrayBuffer, 0, pixelBytes);
  const planes = new Uint8Array(memory.buffer as ArrayBuffer, pixelBytes, planeBytes);
  return async () => {
    const format = await copyPixels(canvas, pixels);
    if (format === null || !/^(?:RGB|BGR)[AX]$/.test(format)) throw new Error(`a canvas of format ${format}`);
    convert(0, pixelBytes, width, height, format.startsWith('B') ? 1 : 0);
    return planes;
  };
}

let draw: Awaited<ReturnType<typeof start>> | null = null;
/** One picture after the other: they share the canvas and its memory. */
let queue = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  queue = queue.then(async () => {
    try {
      if ('start' in data) {
        draw = await start(data.start);
        answer({ ready: true });
      } else {
        await draw?.(data.sequence, data.image);
        answer({ written: data.sequence });
      }
    } catch (error) {
      answer({ failed: String(error) });
    }
  });
});
