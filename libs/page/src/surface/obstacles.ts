/** What cannot be drawn onto a surface faithfully (docs/decisions/surface-capture.md). Better refused than wrong. */
import { nativeComputedStyle } from '../natives.js';
import type { Trees } from '../trees.js';
import { changedSheetObstacle } from './moved-sheets.js';
import { type StyleText, styleTexts } from './style-texts.js';

/** Content with a picture of its own that the canvas does not get, or gets late. */
const FOREIGN = 'canvas, iframe, frame, object, embed, dialog, [popover], fencedframe, portal';
/** Children of body get a new parent; rules that count on the old one would stop to match. */
const PARENT_RULE = /(?:^|[\s,>(])(?:body|html|:root)[^\s,>+~]*\s*[>+~]/i;
const PROPERTY = /backdrop-filter|element\(|paint\(/i;

export const isForeign = (element: Element): boolean => element.matches(FOREIGN);
export const foreignIn = (within: ParentNode): readonly Element[] => [...within.querySelectorAll(FOREIGN)];

/** Whether the browser draws pages onto canvases at all; it is started so only for a surface. */
export const drawsPages = (): boolean => 'captureElementImage' in HTMLCanvasElement.prototype;

/** The first obstacle in words, or null. */
export function findObstacle(trees: Trees): string | null {
  if (!drawsPages()) return 'the browser has no captureElementImage';
  if (!window.isSecureContext || typeof navigator.storage?.getDirectory !== 'function') {
    return 'the browser has no private file system';
  }
  for (const tree of trees.now()) {
    const [foreign] = foreignIn(tree);
    if (foreign !== undefined) return holds(foreign);
  }
  return (
    pseudoElementObstacle() ??
    pictureObstacle(performance.getEntriesByType('resource')) ??
    styleObstacle(trees, true) ??
    changedSheetObstacle(trees)
  );
}

/** In words, of an element that is foreign. */
export const holds = (foreign: Element): string =>
  `the page holds <${foreign.localName}${foreign.hasAttribute('popover') ? ' popover' : ''}>`;

/** Of pictures that were loaded. */
export function pictureObstacle(loaded: readonly PerformanceEntry[]): string | null {
  const isForeignPicture = ({ initiatorType, name }: PerformanceResourceTiming): boolean =>
    /^(?:img|image|css|video|input)$/.test(initiatorType) && !isOwn(name);
  return (loaded as PerformanceResourceTiming[]).some(isForeignPicture)
    ? 'the page shows pictures of another origin'
    : null;
}

/** What `html` and `body` show beside their children stays behind when these move onto the surface. */
export function pseudoElementObstacle(): string | null {
  for (const element of [document.documentElement, document.body]) {
    for (const pseudo of ['::before', '::after']) {
      const { content } = nativeComputedStyle(element, pseudo);
      if (content !== 'none' && content !== 'normal') return `<${element.localName}> has a pseudo-element ${pseudo}`;
    }
  }
  return null;
}

/**
 * Of sheets, and of style attributes where `attributes` says so: once there is a surface, its own elements have some that name
 * every property.
 */
export function styleObstacle(trees: Trees, attributes: boolean): string | null {
  for (const style of styleTexts(trees)) {
    if (style.kind === 'attribute' && !attributes) break;
    const found = obstacleOf(style);
    if (found !== null) return found;
  }
  return null;
}

function isOwn(url: string): boolean {
  return url.startsWith(`${location.origin}/`) || /^(?:data|blob):/.test(url);
}

function obstacleOf(style: StyleText): string | null {
  if (style.kind === 'unreadable') return 'a stylesheet of another origin cannot be read';
  if (style.kind === 'rule' && PARENT_RULE.test(style.selector)) {
    return `the rule "${style.selector.slice(0, 80)}" counts on children of body`;
  }
  if (!PROPERTY.test(style.text)) return null;
  if (style.kind === 'rule') return `the rule "${style.selector.slice(0, 80)}" needs what lies behind it`;
  if (style.kind === 'keyframes') return `the keyframes "${style.name}" need what lies behind`;
  return `<${style.element.localName}> has a style that needs what lies behind it`;
}
