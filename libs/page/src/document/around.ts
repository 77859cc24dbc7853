/** Ways outwards that do not end at the border of a shadow tree, as those of the DOM do. */
import { nativeParentOf } from '../natives/natives.js';
import { closestOf } from '../natives/own-properties.js';

/** The element that holds this one, also from within a shadow tree. */
export function elementAround(element: Element): Element | null {
  const parent = nativeParentOf(element);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/** The nearest one that a selector matches, this one or around it, also outside of the shadow tree that holds it. */
export function closestAround(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at !== null; ) {
    const found = closestOf(at, selector);
    if (found !== null) return found;
    const tree = at.getRootNode();
    at = tree instanceof ShadowRoot ? tree.host : null;
  }
  return null;
}
