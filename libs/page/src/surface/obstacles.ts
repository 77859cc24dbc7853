/** What cannot be drawn onto a surface faithfully (docs/decisions/surface-capture.md). Better refused than wrong. */
import { type StyleText, styleTexts } from './style-texts.js';

/** Content with a picture of its own that the canvas does not get, or gets late. */
const FOREIGN = 'canvas, iframe, frame, object, embed, dialog, [popover], fencedframe, portal';
/** Children of body get a new parent; rules that count on the old one would stop to match. */
const PARENT_RULE = /(?:^|[\s,>(])(?:body|html|:root)[^\s,>+~]*\s*[>+~]/i;
const PROPERTY = /backdrop-filter|element\(|paint\(/i;

/** Whether the browser draws pages onto canvases at all; it is started so only for a surface. */
export const drawsPages = (): boolean => 'captureElementImage' in HTMLCanvasElement.prototype;

/** The first obstacle in words, or null. */
export function findObstacle(): string | null {
  if (!drawsPages()) return 'the browser has no captureElementImage';
  if (!window.isSecureContext || typeof navigator.storage?.getDirectory !== 'function') {
    return 'the browser has no private file system';
  }
  const foreign = document.querySelector(FOREIGN);
  if (foreign !== null) return `the page holds <${foreign.localName}>`;
  for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    if (/^(?:img|image|css|video|input)$/.test(entry.initiatorType) && !isOwn(entry.name)) {
      return 'the page shows pictures of another origin';
    }
  }
  for (const style of styleTexts()) {
    const found = styleObstacle(style);
    if (found !== null) return found;
  }
  return null;
}

function isOwn(url: string): boolean {
  return url.startsWith(`${location.origin}/`) || /^(?:data|blob):/.test(url);
}

function styleObstacle(style: StyleText): string | null {
  if (style.kind === 'unreadable') return 'a stylesheet of another origin cannot be read';
  if (style.kind === 'rule' && PARENT_RULE.test(style.selector)) {
    return `the rule "${style.selector.slice(0, 80)}" counts on children of body`;
  }
  if (!PROPERTY.test(style.text)) return null;
  if (style.kind === 'rule') return `the rule "${style.selector.slice(0, 80)}" needs what lies behind it`;
  if (style.kind === 'keyframes') return `the keyframes "${style.name}" need what lies behind`;
  return `<${style.element.localName}> has a style that needs what lies behind it`;
}
