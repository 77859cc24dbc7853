/**
 * Filters in what is outside its window (composition-format 3): noise, a flood or a picture is painted by the filter itself, whether or not the element
 * is visible. Those of SVG are taken away meanwhile, and no others: scripts read where a blur begins that they will move.
 */

import { SHELF_OF_PARTS } from '../media/file-parts.js';
import { nativeComputedStyle } from '../natives/natives.js';
import { closestOf } from '../natives/own-properties.js';

/** Marks an element with what of it has such a filter: words of `PARTS`. */
export const UNFILTERED_ATTRIBUTE = 'data-ff-unfiltered';

/** What may have a filter, by its word and as a pseudo-element. */
export const PARTS = [
  ['own', ''],
  ['before', '::before'],
  ['after', '::after'],
] as const;

/** Whether the page has filters, or files that may hold some: the browser keeps both lists. */
const mayFilter = (): boolean =>
  ['filter', SHELF_OF_PARTS].some((name) => document.getElementsByTagName(name).length > 0);

/**
 * To be called when elements were shown or hidden.
 * @param hidden those that are hidden now and were not before
 * @param mark selects all that are hidden
 */
export function keepFiltersBack(hidden: readonly Element[], mark: string): void {
  if (!mayFilter()) return;
  for (const element of document.querySelectorAll(`[${UNFILTERED_ATTRIBUTE}]`))
    if (closestOf(element, mark) === null) element.removeAttribute(UNFILTERED_ATTRIBUTE);
  for (const element of new Set(hidden.flatMap((one) => [one, ...one.querySelectorAll('*')]))) {
    if (element.hasAttribute(UNFILTERED_ATTRIBUTE)) continue;
    const words = PARTS.filter(([, pseudo]) => filtersByPart(element, pseudo)).map(([word]) => word);
    if (words.length > 0) element.setAttribute(UNFILTERED_ATTRIBUTE, words.join(' '));
  }
}

const filtersByPart = (element: Element, pseudo: string): boolean =>
  nativeComputedStyle(element, pseudo === '' ? undefined : pseudo).filter.includes('url(');
