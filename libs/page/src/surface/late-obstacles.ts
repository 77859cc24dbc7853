/**
 * What a surface cannot show and what comes up only after it was opened, between the frames that are compared: elements and rules
 * that scripts add, and changes of `html` and `body`, which stay outside of it (docs/decisions/surface-capture.md).
 */
import { isPlacedPicture } from '../media/placement.js';
import { NativeMutationObserver, nativeComputedStyle } from '../natives.js';
import { isStyle, type StyleChanges } from '../style-changes.js';
import type { Trees } from '../trees.js';
import { foreignIn, holds, isForeign, pictureObstacle, pseudoElementObstacle, styleObstacle } from './obstacles.js';
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
export function watchLateObstacles(
  trees: Trees,
  styles: StyleChanges,
  movedSheets: () => string | null,
): LateObstacles {
  let found: string | null = null;
  const find = (obstacle: () => string | null): void => {
    found ??= obstacle();
  };
  const lookAt = (records: readonly MutationRecord[]): void => {
    for (const record of records) find(() => ofRecord(trees, record));
  };
  const observer = new NativeMutationObserver(lookAt);
  let started = false;
  trees.each((tree) => {
    observer.observe(tree, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: ['popover', 'media', 'disabled', 'href', 'rel'],
    });
    if (started) find(() => foreignObstacle(foreignIn(tree)) ?? styleObstacle(trees, false));
  });
  started = true;
  new PerformanceObserver((list) => find(() => pictureObstacle(list.getEntries()))).observe({ type: 'resource' });
  // Scrolling inside of an element is painted by the surface, and does not bubble.
  document.addEventListener('scroll', () => find(() => 'the page is scrolled'));
  // Asking for the selection would lay the page out.
  const selects = (): string | null => (getSelection()?.type === 'Range' ? 'the page selects text' : null);
  document.addEventListener('selectionchange', () => find(selects));
  let seenStyles = -1;
  const stateOutside = outsideReader();
  const outside = stateOutside();
  return () => {
    trees.update();
    lookAt(observer.takeRecords());
    const count = styles.count();
    if (count !== seenStyles) find(() => styleObstacle(trees, false) ?? movedSheets());
    seenStyles = count;
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

function ofRecord(trees: Trees, { target, type, addedNodes }: MutationRecord): string | null {
  if (isStyle(target) || isStyle(target.parentNode)) return styleObstacle(trees, false);
  if (type === 'attributes') return isForeign(target as Element) ? holds(target as Element) : null;
  for (const node of addedNodes) {
    if (!(node instanceof Element) || !node.isConnected || isPlacedPicture(node)) continue;
    if (isForeign(node)) return holds(node);
    if (isStyle(node) || node.querySelector('style, link') !== null) {
      const obstacle = styleObstacle(trees, false);
      if (obstacle !== null) return obstacle;
    }
    const foreign = foreignObstacle(foreignIn(node));
    if (foreign !== null) return foreign;
  }
  return null;
}

function foreignObstacle(foreign: readonly Element[]): string | null {
  const found = foreign.find((element) => !isInPlacedPicture(element));
  return found === undefined ? null : holds(found);
}

function isInPlacedPicture(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (isPlacedPicture(at)) return true;
  return false;
}
