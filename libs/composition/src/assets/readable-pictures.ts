/** Pictures of other origins, asked for as ones that may be read. */
import { attribute, childrenOf, type Element, isElement, isTemplate, type Node, setAttribute } from '../source/dom.js';
import { askInAttribute, askInSheet } from '../style/readable-backgrounds.js';

/** Attributes with addresses, and what is in them where one leads elsewhere. */
const ADDRESSES = { src: /^\s*(?:https?:)?\/\//i, srcset: /(?:^|[\s,])(?:https?:)?\/\//i };

/**
 * Gives each `<img>` that may show a picture of another origin `crossorigin="anonymous"`, unless its author chose. A browser keeps
 * other ones out of what a page draws of itself, and every answer from outside allows it. Styles ask so for their pictures too. Contents of
 * templates are looked at as well.
 */
export function askForReadablePictures(node: Node): void {
  for (const child of childrenOf(node)) {
    if (isElement(child)) askIn(child);
    askForReadablePictures(child);
    if (isTemplate(child)) askForReadablePictures(child.content);
  }
}

function askIn(element: Element): void {
  if (element.tagName === 'img') mark(element);
  const style = attribute(element, 'style');
  const asking = style === null ? null : askInAttribute(style);
  if (asking !== null) setAttribute(element, 'style', asking);
  if (element.tagName !== 'style') return;
  for (const text of element.childNodes) if ('value' in text) text.value = askInSheet(text.value) ?? text.value;
}

function mark(image: Element): void {
  if (attribute(image, 'crossorigin') !== null) return;
  const parent = image.parentNode;
  const around = parent !== null && isElement(parent) && parent.tagName === 'picture' ? childrenOf(parent) : [];
  const sources = [image, ...around.filter(isElement).filter(({ tagName }) => tagName === 'source')];
  const leadsElsewhere = (source: Element): boolean =>
    Object.entries(ADDRESSES).some(([name, elsewhere]) => elsewhere.test(attribute(source, name) ?? ''));
  // What a variable fills in is known to the page alone.
  if (sources.some(leadsElsewhere) || attribute(image, 'data-var-src') !== null)
    setAttribute(image, 'crossorigin', 'anonymous');
}
