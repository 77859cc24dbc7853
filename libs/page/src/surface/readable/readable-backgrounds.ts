/**
 * Backgrounds of other origins, and what else styles show pictures by. Compiling has those of a document asked for as ones that may be read
 * (`cross-origin(anonymous)`, CSS Values 5, 4.5); a browser keeps the others out of what a page draws of itself.
 */
import type { Trees } from '../../document/trees.js';
import { inlineStyleOf } from '../../natives/own-properties.js';
import { fullAddress } from './readable-pictures.js';
import { styleTexts } from './style-texts.js';

/** Addresses in a style, and what is said of how they are asked for. */
const URL_TOKEN = /url\(\s*(?:"([^"\\]+)"|'([^'\\]+)'|([^\s"'()\\]+))\s*([\w-]+\([^()]*\))?\s*\)/gi;

/** Whether styles show the picture of this full address, and all of them as one that may be read. */
export function isReadableBackground(address: string, trees: Trees): boolean {
  let found = false;
  for (const style of styleTexts(trees)) {
    if (style.kind === 'unreadable') continue;
    // The attribute as it is written holds a second form, for browsers that do not know the first.
    const text = style.kind === 'attribute' ? parsedStyle(style.element) : style.text;
    for (const [, double, single, bare, asked] of text.matchAll(URL_TOKEN)) {
      if (fullAddress(double ?? single ?? bare ?? '') !== address) continue;
      if (asked === undefined) return false;
      found = true;
    }
  }
  return found;
}

const parsedStyle = (element: Element): string => inlineStyleOf(element)?.cssText ?? '';
