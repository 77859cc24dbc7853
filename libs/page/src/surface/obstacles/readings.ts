/**
 * Readings over characters, as `<ruby>` has them. In a window they reach into a margin above their block where that collapses with others; in a
 * canvas they do not, and the line is higher.
 */
import { elementAround } from '../../document/around.js';
import type { Trees } from '../../document/trees.js';
import { nativeComputedStyle } from '../../natives/natives.js';
import { isOurs } from '../move/ours.js';

/** Displays of what is part of a line. */
const IN_LINE = /^(?:inline|ruby|ruby-base|ruby-text|contents)$/;
/** Displays of what lays its children out by itself, so that no margin of theirs reaches out of it. */
const BY_ITSELF = /^(?:flow-root|inline-.*|flex|grid|table-cell|table-caption)$/;
const ITEMS = /flex|grid/;

/** In words, of the first one that comes out otherwise; null without one. The page is laid out for it, where it has any. */
export function readingObstacle(trees: Trees): string | null {
  for (const tree of trees.now()) {
    for (const ruby of tree === document ? document.getElementsByTagName('ruby') : tree.querySelectorAll('ruby')) {
      if (ruby.getClientRects().length > 0 && !standsOnTop(ruby))
        return 'the page holds <ruby> whose readings may reach into a margin above';
    }
  }
  return null;
}

/** Whether the block that holds the line has nothing above it, neither content nor a margin, in what lays it out. */
function standsOnTop(ruby: Element): boolean {
  let inLine = true;
  for (let element: Element | null = ruby; element !== null && !isOurs(element); ) {
    const style = nativeComputedStyle(element);
    const parent: Element | null = elementAround(element);
    inLine &&= IN_LINE.test(style.display);
    if (inLine) {
      if (hasBlockBefore(element)) return false;
    } else {
      const around = parent === null ? '' : nativeComputedStyle(parent).display;
      if (endsMargins(style) || ITEMS.test(around)) return true;
      if (style.marginTop !== '0px' || hasBefore(element)) return false;
    }
    element = parent;
  }
  return true;
}

const endsMargins = ({ position, float, display, overflowY }: CSSStyleDeclaration): boolean =>
  /^(?:absolute|fixed)$/.test(position) ||
  float !== 'none' ||
  BY_ITSELF.test(display) ||
  !/^(?:visible|clip)$/.test(overflowY);

/** Whether something comes before the element where it is: text, or an element. */
function hasBefore({ previousSibling, previousElementSibling }: Element): boolean {
  return previousElementSibling !== null || (previousSibling?.textContent ?? '').trim() !== '';
}

/** Whether one of the elements before this one is a block of its own, below which the line begins. */
function hasBlockBefore(element: Element): boolean {
  for (let at = element.previousElementSibling; at !== null; at = at.previousElementSibling) {
    const { display } = nativeComputedStyle(at);
    if (display !== 'none' && !IN_LINE.test(display) && !display.startsWith('inline')) return true;
  }
  return false;
}
