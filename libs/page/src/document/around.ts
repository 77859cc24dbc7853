/** Ways outwards that do not end at the border of a shadow tree, as those of the DOM do. */

/** The element that holds this one, also from within a shadow tree. */
export function elementAround({ parentNode }: Element): Element | null {
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}

/** The nearest one that a selector matches, this one or around it, also outside of the shadow tree that holds it. */
export function closestAround(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at !== null; ) {
    const found = at.closest(selector);
    if (found !== null) return found;
    const tree = at.getRootNode();
    at = tree instanceof ShadowRoot ? tree.host : null;
  }
  return null;
}
