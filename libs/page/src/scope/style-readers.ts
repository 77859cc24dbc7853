/** Knows which elements' computed styles the page reads, so that what framefarm does to an element is undone before it is seen. */
import { nativeComputedStyle, nativeStyleMap } from '../natives/natives.js';

export interface StyleReaders {
  /** Whether the page has a computed style of the element; what it holds is live. */
  asked(element: Element): boolean;
  /** Calls `then` before the page gets a computed style of the element. */
  beforeAnswer(element: Element, then: () => void): void;
}

/** Watches from here on; call it before any script of the page. */
export function watchStyleReaders(): StyleReaders {
  const known = new WeakSet<Element>();
  const watched = new WeakMap<Element, () => void>();
  const note = (element: unknown): void => {
    if (!(element instanceof Element)) return;
    known.add(element);
    watched.get(element)?.();
  };
  // Methods, since functions of the window have no prototype.
  const reading = {
    getComputedStyle(element: Element, pseudo?: string | null) {
      note(element);
      return nativeComputedStyle(element, pseudo);
    },
    computedStyleMap(this: Element) {
      note(this);
      return nativeStyleMap(this);
    },
  };
  window.getComputedStyle = reading.getComputedStyle;
  Element.prototype.computedStyleMap = reading.computedStyleMap;
  return {
    asked: (element) => known.has(element),
    beforeAnswer(element, then) {
      watched.set(element, then);
    },
  };
}
