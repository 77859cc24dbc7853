/**
 * What a surface cannot show and what comes up only after it was opened, between the frames that are compared: elements and rules
 * that scripts add, and changes of `html` and `body`, which stay outside of it (docs/decisions/surface-capture.md).
 */
import { isPlacedPicture } from '../media/placement.js';
import { NativeMutationObserver, nativeComputedStyle } from '../natives.js';
import { foreignIn, holds, isForeign, pictureObstacle, pseudoElementObstacle, styleObstacle } from './obstacles.js';
import { countRules } from './style-texts.js';
import { INHERITED } from './wrap-content.js';

/** By which `html` and `body` change what is seen of their children, or beside them. */
const SEEN = [
  ...['background-color', 'background-image', 'background-position', 'background-size', 'background-repeat'],
  ...['opacity', 'filter', 'mix-blend-mode', 'clip-path', 'mask-image', 'transform', 'translate', 'rotate', 'scale'],
  ...['zoom', 'perspective', 'display', 'color-scheme', 'box-shadow', 'outline-style', 'border-top-width'],
];

type WithTransition = Document & { readonly activeViewTransition?: unknown };

/** Looks at the page as it is now; what was found once stays found. In words, or null. */
export type LateObstacles = () => string | null;

/** To be called when the page has been moved onto its surface. */
export function watchLateObstacles(): LateObstacles {
  let found: string | null = null;
  const find = (obstacle: () => string | null): void => {
    found ??= obstacle();
  };
  const lookAt = (records: readonly MutationRecord[]): void => {
    for (const record of records) find(() => ofRecord(record));
  };
  const tree = new NativeMutationObserver(lookAt);
  tree.observe(document, {
    ...{ subtree: true, childList: true, characterData: true },
    attributeFilter: ['popover', 'media', 'disabled', 'href', 'rel'],
  });
  new PerformanceObserver((list) => find(() => pictureObstacle(list.getEntries()))).observe({ type: 'resource' });
  // Scrolling inside of an element is painted by the surface, and does not bubble.
  document.addEventListener('scroll', () => find(() => 'the page is scrolled'));
  // Asking for the selection would lay the page out.
  const selects = (): string | null => (getSelection()?.type === 'Range' ? 'the page selects text' : null);
  document.addEventListener('selectionchange', () => find(selects));
  let rules = countRules();
  const stateOutside = outsideReader();
  const outside = stateOutside();
  return () => {
    lookAt(tree.takeRecords());
    find(() => {
      const now = countRules();
      if (now === rules) return null;
      rules = now;
      return styleObstacle(false);
    });
    find(() => (stateOutside() === outside ? null : 'the look of html or body changes'));
    find(pseudoElementObstacle);
    find(() => ((document as WithTransition).activeViewTransition ? 'a view transition is shown' : null));
    return found;
  };
}

/** Reads the look of `html` and `body` as a text to compare. */
function outsideReader(): () => string {
  const { documentElement, body } = document;
  const read: readonly (readonly [CSSStyleDeclaration, readonly string[]])[] = [
    [nativeComputedStyle(documentElement), SEEN],
    [nativeComputedStyle(body), [...SEEN, ...INHERITED]],
  ];
  return () => read.flatMap(([style, names]) => names.map((name) => style.getPropertyValue(name))).join('\n');
}

function ofRecord({ target, type, addedNodes }: MutationRecord): string | null {
  if (isStyle(target) || isStyle(target.parentNode)) return styleObstacle(false);
  if (type === 'attributes') return isForeign(target as Element) ? holds(target as Element) : null;
  for (const node of addedNodes) {
    if (!(node instanceof Element) || !node.isConnected || isPlacedPicture(node)) continue;
    if (isForeign(node)) return holds(node);
    if (isStyle(node) || node.querySelector('style, link') !== null) {
      const obstacle = styleObstacle(false);
      if (obstacle !== null) return obstacle;
    }
    const foreign = foreignIn(node).find((element) => !isInPlacedPicture(element));
    if (foreign !== undefined) return holds(foreign);
  }
  return null;
}

const isStyle = (node: Node | null): boolean => node instanceof HTMLStyleElement || node instanceof HTMLLinkElement;

function isInPlacedPicture(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (isPlacedPicture(at)) return true;
  return false;
}
