/**
 * Pictures of other origins. A browser keeps them out of what a page draws of itself, unless they were asked for as ones that may be
 * read: compiling does so for those of the document (`askForReadablePictures`), this for those whose address a script writes.
 */
import type { Trees } from '../../document/trees.js';
import { replaceSetter } from '../../natives/wrap-natives.js';

/** Addresses that were asked for so. */
const readable = new Set<string>();

/** Call it before any script of the page. */
export function askForReadablePictures(): void {
  for (const name of ['src', 'srcset']) {
    replaceSetter<HTMLImageElement>(HTMLImageElement.prototype, name, (image, native, [value]) => {
      const addresses = name === 'src' ? [String(value)] : String(value).match(/[^\s,]\S*[^\s,]/g);
      const elsewhere = addresses?.map(fullAddress).filter(isElsewhere) ?? [];
      if (elsewhere.length > 0 && image instanceof HTMLImageElement) {
        image.crossOrigin ??= 'anonymous';
        for (const address of elsewhere) readable.add(address);
      }
      return native();
    });
  }
}

/** Whether all pictures of this address that the page is known to show or to hold may be read. */
export function isReadable(address: string, trees: Trees): boolean {
  let found = readable.has(address);
  for (const image of trees.select<HTMLImageElement>(document, 'img')) {
    if (image.currentSrc !== address && image.src !== address) continue;
    if (image.crossOrigin === null) return false;
    found = true;
  }
  if (found) readable.add(address);
  return found;
}

/** As the lists of what was loaded name it; empty for what is no address. */
export function fullAddress(text: string): string {
  return URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : '';
}

const isElsewhere = (address: string): boolean =>
  /^https?:/.test(address) && !address.startsWith(`${location.origin}/`);
