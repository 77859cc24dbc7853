/** What cannot be drawn onto a surface faithfully (docs/decisions/surface-capture.md). Better refused than wrong. */

import { isStyle } from '../../document/style-changes.js';
import type { Trees } from '../../document/trees.js';
import { SHELF } from '../../media/rendered-shelf.js';
import { nativeComputedStyle } from '../../natives/natives.js';
import { inlineStyleOf, isMatch } from '../../natives/own-properties.js';
import { tagOf } from '../../page.js';
import { isCopiedSheet } from '../readable/foreign-sheets.js';
import { isReadableBackground } from '../readable/readable-backgrounds.js';
import { isReadable } from '../readable/readable-pictures.js';
import { type StyleText, styleTexts } from '../readable/style-texts.js';
import { bodyRuleObstacle } from './body-rules.js';
import type { ForeignPaints } from './foreign-paints.js';
import { changedSheetObstacle } from './moved-sheets.js';
import { outsideObstacle } from './outside-look.js';
import type { PageCanvases } from './page-canvases.js';
import { readingObstacle } from './readings.js';
import type { ScriptCalls } from './script-calls.js';
import { shownElementObstacle } from './shown-elements.js';
import { type ShownLooks, shownLooks } from './shown-looks.js';
import { svgObstacle, svgPictures } from './svg-pictures.js';
import { textColourObstacle } from './text-colour.js';
import { isAbove, mayOpenIn } from './top-layer.js';
import { visitedObstacle } from './visited-links.js';

/** Content with a picture of its own that the canvas does not get, or gets late. */
const FOREIGN = 'iframe, frame, object, embed, fencedframe, portal';
/** Pictures that a style has drawn by a worklet or takes from an element. */
const DRAWN = { text: /element\(|paint\(/i, why: 'needs what lies behind it' };
/** Generated anew when the page is moved, it comes out where a browser shows none, or is gone. */
const MADE = {
  text: /(?:^|[;{\s])content:[^;}]*\b(?:gradient|cross-fade)\(/i,
  why: 'has a picture that is made as its content',
};
const HTML_IN_SVG = { text: /foreignObject/i, why: 'shows HTML in a picture of SVG' };

export const isForeign = (element: Element): boolean => isMatch(element, FOREIGN);
export const foreignIn = (within: ParentNode): readonly Element[] => [...within.querySelectorAll(FOREIGN)];

/** Whether the browser draws pages onto canvases at all; it is started so only for a surface. */
export const drawsPages = (): boolean => 'captureElementImage' in HTMLCanvasElement.prototype;

/** What was watched since before the scripts of the page. */
export interface Watches {
  readonly trees: Trees;
  readonly calls: ScriptCalls;
  readonly canvases: PageCanvases;
  readonly paints: ForeignPaints;
}

/** The first obstacle in words, or null. */
export async function findObstacle({ trees, calls, canvases, paints }: Watches): Promise<string | null> {
  if (!drawsPages()) return 'the browser has no captureElementImage';
  if (!window.isSecureContext || typeof navigator.storage?.getDirectory !== 'function') {
    return 'the browser has no private file system';
  }
  for (const tree of trees.now()) {
    const foreign = foreignIn(tree)[0] ?? mayOpenIn(tree).find(isAbove);
    if (foreign !== undefined) return holds(foreign);
  }
  return (
    outsideObstacle() ??
    strangerObstacle() ??
    pseudoElementObstacle() ??
    highlightObstacle() ??
    visitedObstacle(trees) ??
    pictureObstacle(performance.getEntriesByType('resource'), trees) ??
    styleObstacle(trees, shownLooks(calls.blends), true) ??
    changedSheetObstacle(trees) ??
    calls.obstacle() ??
    canvases.obstacle() ??
    paints.obstacle() ??
    readingObstacle(trees) ??
    shownElementObstacle(trees) ??
    textColourObstacle(trees) ??
    (await svgObstacle(svgPictures(trees)))
  );
}

/** In words, of an element that is foreign. */
export const holds = (foreign: Element): string =>
  `the page holds ${tagOf(foreign, foreign.hasAttribute('popover') ? ' popover' : '')}`;

/** Files of fonts, which are told of as pictures of styles are. */
const FONT = /^(?:application\/)?(?:x-)?font[/-]|\.(?:woff2?|[ot]tf)$/;

/** Of pictures that were loaded; those of other origins that may be read are drawn as any other. */
export function pictureObstacle(loaded: readonly PerformanceEntry[], trees: Trees): string | null {
  const isOfStyle = ({ name, contentType = '' }: PerformanceResourceTiming & { contentType?: string }): boolean =>
    isCopiedSheet(name) || FONT.test(contentType) || FONT.test(new URL(name).pathname);
  const isForeignPicture = (loadedOne: PerformanceResourceTiming): boolean =>
    /^(?:img|image|css|video|input)$/.test(loadedOne.initiatorType) &&
    !isOwn(loadedOne.name) &&
    !isOfStyle(loadedOne) &&
    !(loadedOne.initiatorType === 'img' && isReadable(loadedOne.name, trees)) &&
    !(loadedOne.initiatorType === 'css' && isReadableBackground(loadedOne.name, trees));
  return (loaded as PerformanceResourceTiming[]).some(isForeignPicture)
    ? 'the page shows pictures of another origin, which may not be read'
    : null;
}

export const BODY_TREE = '<body> has a shadow tree';

const NOTHING_SHOWN = new Set(['script', SHELF]);

/** Elements that scripts put beside body, or a tree that they put in its place. */
export function strangerObstacle(): string | null {
  const stranger = [...document.documentElement.children].find(
    (child) =>
      child !== document.head && child !== document.body && !isStyle(child) && !NOTHING_SHOWN.has(child.localName),
  );
  if (document.body.shadowRoot !== null) return BODY_TREE;
  return stranger === undefined ? null : `${tagOf(stranger)} is a child of <html>`;
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

/** Marks that scripts put on text (`CSS.highlights`) are left out of what a page draws of itself, as selections are. */
export const highlightObstacle = (): string | null =>
  ((CSS as { readonly highlights?: { readonly size: number } }).highlights?.size ?? 0) > 0
    ? 'a script highlights text'
    : null;

/**
 * Of sheets, and of style attributes where `attributes` says so: once there is a surface, its own elements have some that name
 * every property.
 * @param looks keeps an eye on what counts only where it shows
 */
export function styleObstacle(trees: Trees, looks: ShownLooks, attributes: boolean): string | null {
  looks.begin();
  for (const style of styleTexts(trees)) {
    if (style.kind === 'attribute' && !attributes) break;
    const found = obstacleOf(style) ?? looks.note(style);
    if (found !== null) return found;
  }
  return looks.obstacle();
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
  const why = [DRAWN, MADE, HTML_IN_SVG].find(({ text }) => text.test(style.text))?.why;
  if (why === undefined) return null;
  if (style.kind === 'rule') return `the rule "${style.selector.slice(0, 80)}" ${why}`;
  if (style.kind === 'keyframes') return `the animation "${style.name}" ${why}`;
  return `${tagOf(style.element)} has a style that ${why}`;
}

/** Properties that show pictures. */
const IMAGES = ['background-image', 'mask-image'];

/** Of the style of an element that a script has written. */
export function ownStyleObstacle(element: Element, looks: ShownLooks): string | null {
  const found = looks.noteElement(element);
  if (found !== null) return found;
  const style = inlineStyleOf(element);
  if (style === undefined) return null;
  const showsHtml = IMAGES.some((name) => HTML_IN_SVG.text.test(style.getPropertyValue(name)));
  return showsHtml ? `${tagOf(element)} has a style that ${HTML_IN_SVG.why}` : null;
}
