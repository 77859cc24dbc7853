/**
 * The worker behind a surface that draws what the page recorded and copies the pixels. The page's own thread shows the next
 * frame meanwhile, and another worker makes a picture of the pixels and writes it (docs/decisions/surface-capture.md).
 */
import { copyPixels } from './pixels.js';
import { type Stills, takeStills } from './stills.js';
import type { DrawingStart, ElementImage, FromWorker, Painting, ToDrawing, ToWriting } from './worker-messages.js';

type DrawingContext = OffscreenCanvasRenderingContext2D & {
  drawElementImage(image: ElementImage, x: number, y: number): void;
};

/** Pixels of pictures that are copied or written: one of each. */
const ROOMS = 2;

const answer = (message: FromWorker): void => postMessage(message);

interface Drawing {
  /** Draws a picture and hands its pixels on. */
  hand(sequence: number, painting: Painting): Promise<void>;
  /** Draws onto the canvas alone; what may not be opaque onto a clear one. */
  show(painting: Painting, clear?: boolean): void;
  readonly stills: Stills;
}

function start({ canvas, image, transparent, writing }: DrawingStart): Drawing {
  const { width, height } = canvas;
  // An opaque canvas would copy itself into the layer that each drawing makes; a page that is opaque covers this one.
  const context = canvas.getContext('2d', { alpha: true, willReadFrequently: true }) as DrawingContext;
  const room = roomsOf(writing, width * height * 4);
  const show = ({ image: picture, tiles }: Painting, clear = transparent): void => {
    // What is opaque covers the picture before.
    if (clear) context.clearRect(0, 0, width, height);
    for (const { left, top, right, bottom } of tiles) {
      context.save();
      context.beginPath();
      context.rect(left, top, right - left, bottom - top);
      context.clip();
      context.drawElementImage(picture, 0, 0);
      context.restore();
    }
    picture.close();
  };
  return {
    show,
    stills: takeStills(width, height, (to) => copyPixels(canvas, to, 'BGRA')),
    async hand(sequence, painting) {
      show(painting);
      const pixels = await room();
      const format = await copyPixels(canvas, new Uint8Array(pixels), image === 'rgb0' ? 'RGBX' : undefined);
      const message: ToWriting = { sequence, pixels, format };
      writing.postMessage(message, [pixels]);
    },
  };
}

/** Gives memory for the pixels of a picture, as soon as the writing worker has given some back. */
function roomsOf(writing: MessagePort, bytes: number): () => Promise<ArrayBuffer> {
  const free = Array.from({ length: ROOMS }, () => new ArrayBuffer(bytes));
  let wake = (): void => {};
  writing.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    free.push(data);
    wake();
  };
  return async () => {
    for (;;) {
      const room = free.pop();
      if (room !== undefined) return room;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}

let drawing: Drawing | null = null;
/** One picture after the other: they share the canvas. */
let queue = Promise.resolve();

async function answerTo(data: ToDrawing): Promise<void> {
  if ('draw' in data) {
    drawing = start(data.draw);
    return answer({ ready: true });
  }
  if (drawing === null) return;
  const { stills, show, hand } = drawing;
  if ('sequence' in data) return hand(data.sequence, data.painting);
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

addEventListener('message', ({ data }: MessageEvent<ToDrawing>) => {
  queue = queue.then(() => answerTo(data)).catch((error) => answer({ failed: String(error) }));
});
