/** Elements that hold text of their own which a page may show. */
import { childNodesOf } from '../natives/own-properties.js';

/** By their local names, which are those of SVG too: a diagram has its style inside. */
const NEVER_SHOWN = new Set(['script', 'style', 'template']);

export const elementsWithText = (root: Element): readonly Element[] =>
  [root, ...root.querySelectorAll('*')].filter(holdsText);

export const holdsText = (element: Element): boolean =>
  !NEVER_SHOWN.has(element.localName) && ownTexts(element).some((text) => text.trim() !== '');

export function ownTexts(element: Element): readonly string[] {
  const texts: string[] = [];
  for (const node of childNodesOf(element)) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
  return texts;
}
