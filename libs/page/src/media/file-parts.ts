/**
 * Parts of other SVG files that a page may come to show: by `use`, or as a filter (composition-format 7.6); clips, paints and markers are
 * asked for in another manner (`drawn-parts.ts`). A browser gives such a file to
 * all that ask for it while something holds it, so it is held from the time at which it is first heard of.
 */
import { ownElement, ownPlace } from '../document/own-elements.js';
import { NativePromise, nativeAttachShadow, nativeOrigin } from '../natives/natives.js';

const SVG = 'http://www.w3.org/2000/svg';
/** A name of custom elements: others may have no shadow tree. */
export const SHELF_OF_PARTS = 'ff-parts';

/** Whether a file at this address can give parts: a browser takes none from elsewhere. */
export const givesParts = (url: string): boolean => url.startsWith(`${nativeOrigin}/`);

export interface FileParts {
  /**
   * Begins to load and to hold a file. Resolves when it is there or cannot be had.
   * @param beside ends when the same file was read by another address
   */
  hold(url: string, beside: Promise<unknown>): Promise<unknown>;
}

export function holdFileParts(): FileParts {
  let shelf: ShadowRoot | null = null;

  /** A tree of its own, which no selector of the page's reaches into. */
  const openShelf = (): ShadowRoot => {
    const holder = ownElement(SHELF_OF_PARTS);
    ownPlace().append(holder);
    return nativeAttachShadow(holder, { mode: 'closed' });
  };

  return {
    hold(url) {
      shelf ??= openShelf();
      const graphic = document.createElementNS(SVG, 'svg');
      const use = document.createElementNS(SVG, 'use');
      const done = new NativePromise((resolve) => {
        use.addEventListener('load', resolve, { once: true });
        use.addEventListener('error', resolve, { once: true });
      });
      // The whole of it: no part is named, and so none is copied.
      use.setAttribute('href', `${url}#`);
      graphic.append(use);
      shelf.append(graphic);
      return done;
    },
  };
}
