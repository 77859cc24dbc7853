/**
 * A shelf of elements that are rendered and show nothing. A browser asks for what a style names once an element that has the style is
 * rendered, and gives it to all styles that come to name it while one of them holds it.
 */
import { ownElement } from '../document/own-elements.js';
import { nativeAttachShadow, nativeComputedStyle } from '../natives/natives.js';

/** A name of custom elements: others may have no shadow tree. In `head` nothing is rendered, and so it stands beside body. */
export const SHELF = 'ff-shelf';
const LOOK = {
  all: 'initial',
  position: 'fixed',
  width: '0',
  height: '0',
  overflow: 'hidden',
  visibility: 'hidden',
  contain: 'strict',
  'pointer-events': 'none',
};

export interface RenderedShelf {
  /** Asks for what `property` shows with this value, and holds it for good. */
  put(property: string, value: string): void;
}

export function renderedShelf(): RenderedShelf {
  let shelf: ShadowRoot | null = null;

  /** A tree of its own, which no selector of the page's reaches into. */
  const open = (): ShadowRoot => {
    const holder = ownElement(SHELF);
    for (const [name, value] of Object.entries(LOOK)) holder.style.setProperty(name, value, 'important');
    document.documentElement.append(holder);
    return nativeAttachShadow(holder, { mode: 'closed' });
  };

  return {
    put(property, value) {
      shelf ??= open();
      const element = ownElement('i');
      element.style.setProperty(property, value);
      shelf.append(element);
      // A browser asks when it has computed the style.
      nativeComputedStyle(element).getPropertyValue(property);
    },
  };
}
