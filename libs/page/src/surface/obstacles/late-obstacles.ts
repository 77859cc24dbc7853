/**
 * What a surface cannot show and what comes up only after it was opened, between the frames that are compared: elements and rules
 * that scripts add, and changes of `html` and `body`, which stay outside of it (docs/decisions/surface-capture.md).
 */

import { isStyle, type StyleChanges } from '../../document/style-changes.js';
import type { Trees } from '../../document/trees.js';
import { isInPlacedPicture, isPlacedPicture } from '../../media/placement.js';
import { NativeMutationObserver, nativeListen } from '../../natives/natives.js';
import { inlineStyleOf } from '../../natives/own-properties.js';
import { countsOnPlaces } from './body-rules.js';
import type { ForeignPaints } from './foreign-paints.js';
import {
  BODY_TREE,
  foreignIn,
  highlightObstacle,
  holds,
  isForeign,
  ownStyleObstacle,
  pictureObstacle,
  pseudoElementObstacle,
  strangerObstacle,
  styleObstacle,
} from './obstacles.js';
import { rememberOutside } from './outside-look.js';
import { readingObstacle } from './readings.js';
import type { ScriptCalls } from './script-calls.js';
import { shownElementObstacle } from './shown-elements.js';
import { type ShownLooks, shownLooks } from './shown-looks.js';
import { inStyle, isSvg, svgLoaded, svgObstacle, svgPicturesIn } from './svg-pictures.js';
import { textColourObstacle } from './text-colour.js';
import { isOpen, mayOpen, mayOpenIn } from './top-layer.js';
import { visitedObstacle } from './visited-links.js';

/** Attributes that name pictures. */
const PICTURED = /^(?:src|srcset)$/;

/** Looks at the page as it is now; what was found once stays found. In words, or null. */
export type LateObstacles = () => string | null;

export interface Moved {
  readonly trees: Trees;
  readonly styles: StyleChanges;
  readonly calls: ScriptCalls;
  readonly paints: ForeignPaints;
  /** What was moved, and lies in the page as long as it is shown. */
  readonly content: Element;
  /** Told of each element whose style a script has written, before the frame is painted. */
  readonly onRestyled: (element: Element) => void;
  /** Of sheets that were moved. */
  readonly movedSheets: () => string | null;
}

/** To be called when the page has been moved onto its surface. */
export function watchLateObstacles({
  trees,
  styles,
  calls,
  paints,
  content,
  onRestyled,
  movedSheets,
}: Moved): LateObstacles {
  let found: string | null = null;
  const looks = shownLooks(calls.blends);
  const find = (obstacle: () => string | null): void => {
    found ??= obstacle();
  };
  /** Elements whose style a script has written since the last look. */
  const restyled = new Set<Element>();
  const lookAt = (records: readonly MutationRecord[]): void => {
    for (const record of records) {
      const { type, attributeName, target } = record;
      if (type === 'attributes' && attributeName === 'style') restyled.add(target as Element);
      else if (type === 'attributes' && PICTURED.test(attributeName ?? '')) picturesIn(target);
      else find(() => ofRecord(trees, looks, record));
      if (type === 'attributes') noteClosed(target as Element);
      for (const node of record.addedNodes) {
        picturesIn(node);
        if (node instanceof Element) for (const element of [node, ...mayOpenIn(node)]) noteClosed(element);
      }
    }
  };
  const observer = new NativeMutationObserver(lookAt);
  /** Dialogs and popovers, of which no attribute need tell when they open. */
  const closed = new Set<Element>();
  const noteClosed = (element: Element): void => {
    if (mayOpen(element)) closed.add(element);
  };
  const openObstacle = (): string | null => {
    for (const element of closed) {
      if (isOpen(element)) return holds(element);
      if (!element.isConnected) closed.delete(element);
    }
    return null;
  };
  const picturesIn = (node: Node): void => {
    if (node instanceof Element && !isInPlacedPicture(node)) holdsHtml(svgPicturesIn(node));
  };
  const asked = new Set<string>();
  const holdsHtml = (addresses: readonly string[]): void => {
    const fresh = addresses.filter((address) => !asked.has(address));
    for (const address of fresh) asked.add(address);
    if (fresh.length > 0) void svgObstacle(fresh).then((obstacle) => find(() => obstacle));
  };
  let started = false;
  trees.each((tree) => {
    observer.observe(tree, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: ['popover', 'media', 'disabled', 'href', 'rel', 'src', 'srcset', 'style'],
    });
    if (tree instanceof ShadowRoot && tree.host === document.body) find(() => BODY_TREE);
    for (const element of mayOpenIn(tree)) closed.add(element);
    for (const element of tree.querySelectorAll('[style]')) looks.noteElement(element);
    if (started) find(() => foreignObstacle(foreignIn(tree)) ?? styleObstacle(trees, looks, false));
  });
  started = true;
  new PerformanceObserver((list) => {
    const loaded = list.getEntries();
    find(() => pictureObstacle(loaded, trees));
    holdsHtml(svgLoaded(loaded));
  }).observe({ type: 'resource' });
  // Scrolling inside of an element is painted by the surface, and does not bubble.
  nativeListen(document, 'scroll', () => find(() => 'the page is scrolled'));
  // Asking for the selection would lay the page out.
  const selects = (): string | null => (getSelection()?.type === 'Range' ? 'the page selects text' : null);
  document.addEventListener('selectionchange', () => find(selects));
  const outsideChanges = changesOutside();
  const outside = rememberOutside();
  let seenStyles = -1;
  return () => {
    trees.update();
    lookAt(observer.takeRecords());
    for (const element of restyled) {
      onRestyled(element);
      if (isInPlacedPicture(element)) continue;
      find(() => ownStyleObstacle(element, looks));
      const { backgroundImage } = inlineStyleOf(element) ?? {};
      if (backgroundImage) holdsHtml(inStyle(backgroundImage).filter(isSvg));
    }
    restyled.clear();
    const changes = outsideChanges();
    const count = styles.count();
    if (count !== seenStyles || changes.named) find(() => styleObstacle(trees, looks, false) ?? movedSheets());
    if (changes.named) find(() => countsOnPlaces(trees, [...document.body.children]));
    const thorough = (count !== seenStyles && seenStyles >= 0) || changes.any;
    seenStyles = count;
    find(() => (outside.changed(thorough) ? 'the look of html or body changes' : null));
    find(pseudoElementObstacle);
    find(highlightObstacle);
    find(() => visitedObstacle(trees));
    find(() => (content.isConnected ? null : 'a script has emptied body'));
    find(calls.obstacle);
    find(paints.obstacle);
    find(looks.obstacle);
    find(() => readingObstacle(trees));
    find(() => shownElementObstacle(trees));
    find(() => textColourObstacle(trees));
    find(openObstacle);
    return found;
  };
}

/** Whether attributes of `html` or `body` have changed since the last question: any, and one that rules may name. */
function changesOutside(): () => { readonly any: boolean; readonly named: boolean } {
  let records: MutationRecord[] = [];
  const observer = new NativeMutationObserver((more) => records.push(...more));
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  return () => {
    records.push(...observer.takeRecords());
    const names = records.map(({ attributeName }) => attributeName);
    records = [];
    return { any: names.length > 0, named: names.some((name) => name !== 'style') };
  };
}

function ofRecord(trees: Trees, looks: ShownLooks, { target, type, addedNodes }: MutationRecord): string | null {
  if (isStyle(target) || isStyle(target.parentNode)) return styleObstacle(trees, looks, false);
  if (type === 'attributes') return isForeign(target as Element) ? holds(target as Element) : null;
  if (target === document.documentElement && addedNodes.length > 0) {
    const stranger = strangerObstacle();
    if (stranger !== null) return stranger;
  }
  for (const node of addedNodes) {
    if (!(node instanceof Element) || !node.isConnected || isPlacedPicture(node)) continue;
    if (isForeign(node)) return holds(node);
    if (isStyle(node) || node.querySelector('style, link') !== null) {
      const obstacle = styleObstacle(trees, looks, false);
      if (obstacle !== null) return obstacle;
    }
    const foreign = foreignObstacle(foreignIn(node)) ?? newStyleObstacle(node, looks);
    if (foreign !== null) return foreign;
  }
  return null;
}

function newStyleObstacle(node: Element, looks: ShownLooks): string | null {
  for (const element of [node, ...node.querySelectorAll('[style]')]) {
    const obstacle = isInPlacedPicture(element) ? null : ownStyleObstacle(element, looks);
    if (obstacle !== null) return obstacle;
  }
  return null;
}

function foreignObstacle(foreign: readonly Element[]): string | null {
  const found = foreign.find((element) => !isInPlacedPicture(element));
  return found === undefined ? null : holds(found);
}
