/** Pictures of one video as images that the browser decodes, a few frames ahead, in bounded memory. */
import { NativeImage, NativePromise } from '../natives/natives.js';

/** What shows a picture: an image, or the canvas that its bitmap was put into. */
export type Picture = HTMLImageElement | HTMLCanvasElement;

export interface PictureCache {
  /** Resolves when the picture is decoded; nothing when it already is. Rejects when it cannot be had. */
  require(number: number): Promise<void> | undefined;
  /** Resolves when all that was begun has loaded or failed. */
  loaded(): Promise<void>;
  /** The picture, to be shown now; null when it is not decoded. */
  get(number: number): Picture | null;
  /** Begins loading these, which stand in the order they are shown in, and forgets all others. */
  keep(numbers: ReadonlySet<number>): void;
  /** Forgets all pictures, for good. */
  close(): void;
}

interface Entry {
  readonly image: HTMLImageElement;
  ready: boolean;
  failure: Error | null;
  readonly done: Promise<void>;
}

export function createPictureCache(urlOf: (number: number) => string): PictureCache {
  const entries = new Map<number, Entry>();

  const load = (number: number): Entry => {
    const known = entries.get(number);
    if (known !== undefined) return known;
    const image = new NativeImage();
    // Raster waits for the decode, so a loaded picture is never painted stale. decode() only takes that work ahead of
    // time; it is not awaited, because it ends with a native frame, which a driver may issue only after this seek.
    image.decoding = 'sync';
    const url = urlOf(number);
    const done = new NativePromise<void>((resolve) => {
      image.addEventListener('load', () => {
        entry.ready = true;
        image.decode().catch(() => undefined);
        resolve();
      });
      image.addEventListener('error', () => {
        entry.failure = new Error(`Picture ${url} could not be loaded`);
        resolve();
      });
    });
    const entry: Entry = { image, ready: false, failure: null, done };
    image.src = url;
    entries.set(number, entry);
    return entry;
  };

  const cache: PictureCache = {
    require(number) {
      const entry = load(number);
      if (entry.ready) return undefined;
      return entry.done.then(() => {
        if (entry.failure === null) return;
        entries.delete(number);
        throw entry.failure;
      });
    },
    loaded: () => NativePromise.all([...entries.values()].map((entry) => entry.done)).then(() => undefined),
    get(number) {
      const entry = entries.get(number);
      return entry?.ready === true ? entry.image : null;
    },
    keep(numbers) {
      for (const number of numbers) load(number);
      for (const [number, entry] of entries) {
        if (numbers.has(number) || entry.image.isConnected) continue;
        entries.delete(number);
        entry.image.removeAttribute('src');
      }
    },
    close: () => cache.keep(new Set()),
  };
  return cache;
}
