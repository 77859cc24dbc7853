/**
 * The worker behind a surface: draws what the page recorded, reads the pixels, and writes them into the ring. The page's
 * own thread shows the next frame meanwhile (docs/decisions/surface-capture.md).
 */
import { copyPixels, readerOf } from './pixels.js';
import { type Stills, takeStills } from './stills.js';
import type { ElementImage, FromWorker, RingStart, ToWorker } from './worker-messages.js';

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

const answer = (message: FromWorker): void => postMessage(message);

interface Drawing {
  /** Draws a picture into the ring. */
  write(sequence: number, image: ElementImage): Promise<void>;
  /** Draws onto the canvas alone; what may not be opaque onto a clear one. */
  show(image: ElementImage, clear?: boolean): void;
  readonly stills: Stills;
}

async function start(setup: RingStart): Promise<Drawing> {
  const { canvas, transparent, slots, pictureBytes, marker } = setup;
  const { width, height } = canvas;
  // An opaque canvas would copy itself into the layer that each drawing makes; a page that is opaque covers this one.
  const context = canvas.getContext('2d', { alpha: true, willReadFrequently: true }) as DrawingContext;
  const read = readerOf(setup);
  const file = await openFile(pictureBytes * slots, marker);
  const show = (image: ElementImage, clear = transparent): void => {
    // What is opaque covers the picture before.
    if (clear) context.clearRect(0, 0, width, height);
    context.drawElementImage(image, 0, 0);
    image.close();
  };
  return {
    show,
    stills: takeStills(width, height, (to) => copyPixels(canvas, to, 'BGRA')),
    async write(sequence, image) {
      show(image);
      const picture = await read();
      const written = file.write(picture, { at: ((sequence - 1) % slots) * pictureBytes });
      if (written !== picture.byteLength) throw new Error(`only ${written} bytes of a picture fit on the disk`);
    },
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

let drawing: Drawing | null = null;
/** One picture after the other: they share the canvas and its memory. */
let queue = Promise.resolve();

async function answerTo(data: ToWorker): Promise<void> {
  if ('start' in data) {
    drawing = await start(data.start);
    return answer({ ready: true });
  }
  if (drawing === null) return;
  const { stills, show, write } = drawing;
  if ('sequence' in data) {
    await write(data.sequence, data.image);
    return answer({ written: data.sequence });
  }
  if ('bitmapOf' in data) {
    show(data.bitmapOf, true);
    return answer({ bitmap: await stills.bitmap() });
  }
  if ('before' in data) {
    show(data.before);
    await stills.keep();
    return answer({ kept: true });
  }
  show(data.after);
  answer({ same: await stills.same() });
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  queue = queue.then(() => answerTo(data)).catch((error) => answer({ failed: String(error) }));
});
