/** Whether an element that keeps depth has any to keep: its children may all lie in its own plane, where their order is the usual one. */

import { nativeComputedStyle } from '../../natives/natives.js';
import { childrenOf } from '../../natives/own-properties.js';
import { isInPlane } from './upright.js';

/** Asks of all boxes that share the space of the element, as they are at the time of this call. */
export function coplanarNow(): (element: Element) => boolean {
  const known = new Map<Element, boolean>();
  const coplanar = (element: Element): boolean => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const inner = elementsIn(element);
    const is = inner !== null && generatesInPlane(element) && inner.every(isFlat);
    known.set(element, is);
    return is;
  };
  const isFlat = (element: Element): boolean => {
    const style = nativeComputedStyle(element);
    if (style.display === 'none') return true;
    const shares = style.display === 'contents' || style.transformStyle === 'preserve-3d';
    return isInPlane(style) && (!shares || coplanar(element));
  };
  return coplanar;
}

const generatesInPlane = (element: Element): boolean =>
  ['::before', '::after'].every((pseudo) => isInPlane(nativeComputedStyle(element, pseudo)));

/** Elements that lie in this one as the page is drawn; null where a tree that cannot be had may be in it. */
function elementsIn(element: Element): readonly Element[] | null {
  if (element.shadowRoot !== null) return [...element.shadowRoot.children];
  if (element.localName.includes('-')) return null;
  const assigned = element instanceof HTMLSlotElement ? element.assignedElements() : [];
  return assigned.length > 0 ? assigned : [...childrenOf(element)];
}
