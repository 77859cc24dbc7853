/** What cannot be drawn onto a surface faithfully (docs/decisions/surface-capture.md). Better refused than wrong. */
import { nativeComputedStyle } from '../natives.js';
import { isStyle } from '../style-changes.js';
import type { Trees } from '../trees.js';
import { bodyRuleObstacle } from './body-rules.js';
import { changedSheetObstacle } from './moved-sheets.js';
import { outsideObstacle } from './outside-look.js';
import type { ScriptCalls } from './script-calls.js';
import { type StyleText, styleTexts } from './style-texts.js';
import { svgObstacle, svgPictures } from './svg-pictures.js';

/** Content with a picture of its own that the canvas does not get, or gets late. */
const FOREIGN = 'canvas, iframe, frame, object, embed, dialog, [popover], fencedframe, portal';
/** What a recorded painting cannot hold, and why. */
const PROPERTIES: readonly (readonly [property: RegExp, why: string])[] = [
  [
    /(?<![\w-])(?:-webkit-)?backdrop-filter:(?!\s*(?:none|initial|unset|revert|revert-layer|inherit)\s*(?:!|;|}|$))|element\(|paint\(/i,
    'needs what lies behind it',
  ],
  [/transform-style:\s*preserve-3d/i, 'orders its children by depth'],
  [/backface-visibility:\s*hidden/i, 'hides the back of an element'],
  [/foreignObject/i, 'shows HTML in a picture of SVG'],
];

export const isForeign = (element: Element): boolean => element.matches(FOREIGN);
export const foreignIn = (within: ParentNode): readonly Element[] => [...within.querySelectorAll(FOREIGN)];

/** Whether the browser draws pages onto canvases at all; it is started so only for a surface. */
export const drawsPages = (): boolean => 'captureElementImage' in HTMLCanvasElement.prototype;

/** The first obstacle in words, or null. */
export async function findObstacle(trees: Trees, calls: ScriptCalls): Promise<string | null> {
  if (!drawsPages()) return 'the browser has no captureElementImage';
  if (!window.isSecureContext || typeof navigator.storage?.getDirectory !== 'function') {
    return 'the browser has no private file system';
  }
  for (const tree of trees.now()) {
    const [foreign] = foreignIn(tree);
    if (foreign !== undefined) return holds(foreign);
  }
  return (
    outsideObstacle() ??
    strangerObstacle() ??
    pseudoElementObstacle() ??
    pictureObstacle(performance.getEntriesByType('resource')) ??
    styleObstacle(trees, true) ??
    changedSheetObstacle(trees) ??
    calls.obstacle() ??
    (await svgObstacle(svgPictures(trees)))
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

export const BODY_TREE = '<body> has a shadow tree';

/** Elements that scripts put beside body, or a tree that they put in its place. */
export function strangerObstacle(): string | null {
  const stranger = [...document.documentElement.children].find(
    (child) => child !== document.head && child !== document.body && !isStyle(child) && child.localName !== 'script',
  );
  if (document.body.shadowRoot !== null) return BODY_TREE;
  return stranger === undefined ? null : `<${stranger.localName}> is a child of <html>`;
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
  if (style.kind === 'rule' && style.tree === document) {
    const obstacle = bodyRuleObstacle(style.selector);
    if (obstacle !== null) return obstacle;
  }
  const [, why] = PROPERTIES.find(([property]) => property.test(style.text)) ?? [];
  if (why === undefined) return null;
  if (style.kind === 'rule') return `the rule "${style.selector.slice(0, 80)}" ${why}`;
  if (style.kind === 'keyframes') return `the animation "${style.name}" ${why}`;
  return `<${style.element.localName}> has a style that ${why}`;
}

/** Properties that show pictures. */
const IMAGES = ['background-image', 'mask-image'];

/** Of the style of an element that a script has written. */
export function ownStyleObstacle(element: Element): string | null {
  const { style } = element as HTMLElement;
  if (style === undefined) return null;
  const has = (name: string, usual: string): boolean => !['', usual].includes(style.getPropertyValue(name));
  const why =
    (has('backdrop-filter', 'none') && PROPERTIES[0]?.[1]) ||
    (has('transform-style', 'flat') && PROPERTIES[1]?.[1]) ||
    (has('backface-visibility', 'visible') && PROPERTIES[2]?.[1]) ||
    (IMAGES.some((name) => /foreignObject/i.test(style.getPropertyValue(name))) && PROPERTIES[3]?.[1]);
  return why ? `<${element.localName}> has a style that ${why}` : null;
}

/** Of what an animation of a script goes through. */
export function keyframesObstacle(effect: AnimationEffect | null): string | null {
  if (!(effect instanceof KeyframeEffect)) return null;
  const names = new Set(effect.getKeyframes().flatMap((keyframe) => Object.keys(keyframe)));
  if (!['backdropFilter', 'transformStyle', 'backfaceVisibility'].some((name) => names.has(name))) return null;
  return 'a script animates what needs what lies behind it, or depth';
}
