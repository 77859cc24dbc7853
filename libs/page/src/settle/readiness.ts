/** Fonts, images and loading managers that a picture depends on (reference: composition-format 7.4). */
import type { Trees } from '../trees.js';
import { pathOf, type WarningLog } from '../warnings.js';

export interface Readiness {
  /** What is still missing, in words; begins decoding what it finds. */
  open(): string[];
  /** Sources that never became ready; for media_readiness_timeout. */
  openSources(): string[];
}

const sourceOf = (image: HTMLImageElement): string => pathOf(image.currentSrc || image.src);

/** A vector picture may have no size of its own. */
const isVector = (image: HTMLImageElement): boolean =>
  /\.svg([?#]|$)|^data:image\/svg/i.test(image.currentSrc || image.src);

export function watchReadiness(log: WarningLog, trees: Trees): Readiness {
  const decoding = new Map<HTMLImageElement, string>();
  const decoded = new WeakMap<HTMLImageElement, string>();

  const look = (image: HTMLImageElement): void => {
    if (image.loading === 'lazy') image.loading = 'eager';
    const source = image.currentSrc || image.src;
    if (source === '' || decoded.get(image) === source || decoding.get(image) === source) return;
    decoding.set(image, source);
    const finish = () => {
      if (decoding.get(image) === source) decoding.delete(image);
      decoded.set(image, source);
    };
    // Raster waits for the decode of such a picture; decode() itself ends only with a native frame.
    image.decoding = 'sync';
    const settle = () => {
      if ((image.currentSrc || image.src) !== source) return finish();
      if (!image.complete) return;
      if (image.naturalWidth === 0 && !isVector(image)) {
        log.warn('media_load_failed', `Image "${sourceOf(image)}" could not be loaded`, {
          source: sourceOf(image),
          element: image.id === '' ? 'img' : `#${image.id}`,
        });
      }
      finish();
    };
    if (image.complete) {
      settle();
      return;
    }
    image.addEventListener('load', settle, { once: true });
    image.addEventListener('error', settle, { once: true });
  };

  const openSources = (): string[] =>
    [...decoding.keys()].filter((image) => image.isConnected).map((image) => sourceOf(image));
  return {
    openSources,
    open() {
      for (const image of trees.select<HTMLImageElement>(document, 'img')) look(image);
      const open = openSources().map((source) => `image ${source}`);
      if (document.fonts.status === 'loading') {
        const families = [...document.fonts].filter((face) => face.status === 'loading').map((face) => face.family);
        open.push(`font ${[...new Set(families)].join(', ') || 'loading'}`);
      }
      return open;
    },
  };
}
