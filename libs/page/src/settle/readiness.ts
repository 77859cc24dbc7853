/** Fonts, images and loading managers that a picture depends on (reference: composition-format 7.4). */

import type { Trees } from '../document/trees.js';
import { nativeListenFirst } from '../natives/natives.js';
import { nameOf } from '../page.js';
import { pathOf, type WarningLog } from '../report/warnings.js';

export interface Readiness {
  /** What is still missing, in words; begins loading what it finds. */
  open(): string[];
}

/** Whether an iframe names a document, for which it holds an empty one until that has come. */
const namesDocument = (frame: HTMLIFrameElement): boolean =>
  frame.hasAttribute('srcdoc') || !['', 'about:blank'].includes(frame.src);

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

  /** Those that were to wait until they are near to the window, where a frame may need them at once. */
  const lazy = new Set<HTMLIFrameElement>();
  /** Told by their events: who looks into one has scripts run in its empty document, the window of which that of its own then gets. */
  const loaded = new WeakSet<EventTarget>();
  trees.each((tree) =>
    nativeListenFirst(tree, 'load', ({ target }) => {
      if (target !== null) loaded.add(target);
    }),
  );
  const hurry = (frame: HTMLIFrameElement): void => {
    frame.loading = 'eager';
    if (!namesDocument(frame) || loaded.has(frame)) return;
    lazy.add(frame);
    frame.addEventListener('load', () => lazy.delete(frame), { once: true });
  };

  return {
    open() {
      for (const image of trees.select<HTMLImageElement>(document, 'img')) look(image);
      for (const frame of trees.select<HTMLIFrameElement>(document, 'iframe[loading="lazy" i]')) hurry(frame);
      const open = [
        ...[...decoding.keys()].filter((image) => image.isConnected).map((image) => `image ${sourceOf(image)}`),
        ...[...lazy].filter((frame) => frame.isConnected).map((frame) => `iframe ${nameOf(frame)}`),
      ];
      if (document.fonts.status === 'loading') {
        const families = [...document.fonts].filter((face) => face.status === 'loading').map((face) => face.family);
        open.push(`font ${[...new Set(families)].join(', ') || 'loading'}`);
      }
      return open;
    },
  };
}
