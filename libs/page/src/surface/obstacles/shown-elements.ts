/** Filters that show an element of the page (`<feImage href="#part">`): a recorded painting has nothing in its place. Pictures they show are in it. */
import type { Trees } from '../../document/trees.js';

/** In words; null where no filter does. */
export function shownElementObstacle(trees: Trees): string | null {
  for (const tree of trees.now()) {
    // A list that the browser keeps, as there hardly ever is one.
    const images = tree === document ? document.getElementsByTagName('feImage') : tree.querySelectorAll('feImage');
    for (const image of images) {
      if (namesElement((image as SVGFEImageElement).href.animVal)) return 'a filter shows an element (<feImage>)';
    }
  }
  return null;
}

/** Whether an address is that of a part of this document. */
function namesElement(href: string): boolean {
  if (href.startsWith('#')) return true;
  const [file = '', part] = href.split('#', 2);
  return part !== undefined && URL.parse(file, document.baseURI)?.href === document.URL.replace(/#.*/s, '');
}
