/** Whether a page is drawn in tiles, and which of its elements no tile should cut (docs/decisions/tiles.md). */
import type { Trees } from '../../document/trees.js';
import { type StyleText, styleTexts } from '../readable/style-texts.js';

/** Each tile goes over the whole page: what lies outside costs next to nothing, but not nothing. */
const MOST_ELEMENTS = 1_000;
/** All shapes together, characters of what describes them: each tile goes over all points of a shape that it shows a part of. */
const MOST_SHAPE_CHARACTERS = 250_000;
/** Elements whose places are asked for in each frame. */
const MOST_DEAR = 24;
/** Computed from more than its own pixels, at a place that nothing tells. */
const WIDE = /box-reflect\s*:(?!\s*none\s*(?:[;!}]|$))|filter\s*:[^;}]*url/i;
const WIDE_ELEMENTS = 'filter';
/** Computed from more than its own pixels, around its element. A variable may hold it. */
const DEAR = /(?:box-shadow|filter)\s*:(?!\s*none\s*(?:[;!}]|$))/i;
const PSEUDO_ELEMENT = /::[a-z-]+|:(?:before|after|first-line|first-letter)\b/g;

/**
 * Elements with shadows or filters; null where the page had better be drawn as a whole. Edges and dithered gradients may round
 * differently in tiles, so all lanes must come to the same answer: it is to be asked of a page that is described and has shown
 * no frame yet.
 */
export function dearElements(trees: Trees): readonly Element[] | null {
  let elements = 0;
  let shapes = 0;
  for (const tree of trees.now()) {
    elements += tree.querySelectorAll('*').length;
    if (tree.querySelector(WIDE_ELEMENTS) !== null) return null;
    for (const shape of tree.querySelectorAll('path, polygon, polyline')) {
      shapes += (shape.getAttribute('d') ?? shape.getAttribute('points') ?? '').length;
    }
  }
  if (elements > MOST_ELEMENTS || shapes > MOST_SHAPE_CHARACTERS) return null;
  const dear = new Set<Element>();
  for (const style of styleTexts(trees)) {
    if (style.kind === 'unreadable') return null;
    const wide = WIDE.test(style.text);
    if (!wide && !DEAR.test(style.text)) continue;
    const elements = elementsOf(style);
    if (elements === null || (wide && elements.length > 0)) return null;
    for (const element of elements) dear.add(element);
    if (dear.size > MOST_DEAR) return null;
  }
  return [...dear];
}

/** Elements that the style is for; null where that is hard to say. */
function elementsOf(style: Exclude<StyleText, { kind: 'unreadable' }>): readonly Element[] | null {
  if (style.kind === 'attribute') return [style.element];
  // The selector of a nested rule goes on from that of its parent, that of a host is for an element outside.
  if (style.kind !== 'rule' || /&|:host/.test(style.selector)) return null;
  const selector = style.selector.replaceAll(PSEUDO_ELEMENT, '');
  try {
    const elements = [...style.tree.querySelectorAll(selector)];
    // Where the box of a pseudo-element is, nothing tells.
    return selector === style.selector || elements.length === 0 ? elements : null;
  } catch {
    return null;
  }
}
