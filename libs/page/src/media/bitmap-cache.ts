/**
 * Decoded pictures of one video for a page that draws itself (docs/decisions/video-pictures-as-bitmaps.md). A bitmap goes
 * into the canvas that shows it without a copy, and is gone from here then.
 */
import { NativePromise, nativeCreateImageBitmap } from '../natives/natives.js';
import { createCodedPictures } from './coded-pictures.js';
import type { PictureCache } from './picture-cache.js';
import { showBitmap } from './show-bitmap.js';

const NativeBlob = Blob;

/** Memory for pictures that are decoded ahead of time, bytes. */
const AHEAD_BYTES = 64 * 1024 * 1024;
/** Pictures decoded ahead, whatever their size: fewer, and a frame would wait for its own. */
const LEAST_AHEAD = 3;

interface Entry {
  bitmap: ImageBitmap | null;
  failure: Error | null;
  forgotten: boolean;
  readonly done: Promise<void>;
}

export function createBitmapCache(
  urlOf: (number: number) => string,
  count: number,
  size: { readonly width: number; readonly height: number },
): PictureCache {
  const coded = createCodedPictures(urlOf, count);
  const ahead = Math.max(LEAST_AHEAD, Math.floor(AHEAD_BYTES / (size.width * size.height * 4)));
  const entries = new Map<number, Entry>();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('bitmaprenderer');
  /** Number of the picture in the canvas. */
  let held = 0;

  const load = (number: number): Entry => {
    const known = entries.get(number);
    if (known !== undefined) return known;
    const decode = async (): Promise<void> => {
      try {
        const bitmap = await nativeCreateImageBitmap(new NativeBlob([await coded.get(number)]));
        if (entry.forgotten) bitmap.close();
        else entry.bitmap = bitmap;
      } catch (error) {
        entry.failure = error instanceof Error ? error : new Error(String(error));
      }
    };
    const entry: Entry = { bitmap: null, failure: null, forgotten: false, done: NativePromise.resolve().then(decode) };
    entries.set(number, entry);
    return entry;
  };

  const forget = (number: number, entry: Entry): void => {
    entries.delete(number);
    entry.forgotten = true;
    entry.bitmap?.close();
  };

  const cache: PictureCache = {
    require(number) {
      if (number === held) return undefined;
      const entry = load(number);
      if (entry.bitmap !== null) return undefined;
      return entry.done.then(() => {
        if (entry.failure === null) return;
        entries.delete(number);
        throw entry.failure;
      });
    },
    loaded: () => NativePromise.all([...entries.values()].map((entry) => entry.done)).then(() => undefined),
    get(number) {
      const entry = entries.get(number);
      if (number !== held) {
        const bitmap = entry?.bitmap ?? null;
        if (bitmap === null) return null;
        if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
        if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
        showBitmap(context, bitmap);
        entries.delete(number);
        held = number;
      }
      return canvas;
    },
    keep(numbers) {
      const decoded = new Set([...numbers].filter((number) => number !== held).slice(0, ahead));
      for (const [number, entry] of entries) if (!decoded.has(number)) forget(number, entry);
      for (const number of decoded) load(number);
      for (const number of numbers) if (!decoded.has(number)) coded.get(number).catch(() => {});
      coded.keep(numbers);
      if (numbers.size > 0 || held === 0) return;
      // Outside of its window a video takes no memory for pictures.
      showBitmap(context, null);
      held = 0;
    },
    close: () => cache.keep(new Set()),
  };
  return cache;
}
