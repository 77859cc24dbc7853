/** Moves the page below a canvas that lays its children out and records what they paint. */
import { holdsAlpha, type SurfaceSetup } from '@framefarm/contract';
import { ownElement } from '../../document/own-elements.js';
import type { Trees } from '../../document/trees.js';
import { NativeMutationObserver, nativeComputedStyle, nativeParentOf } from '../../natives/natives.js';
import { STRONG } from '../../style/page-style.js';
import type { ElementImage } from '../workers/worker-messages.js';
import { copyBackground, hasBackground } from './background.js';
import { showAsBefore } from './body-view.js';
import { withoutGeneratedContent } from './generated-content.js';
import { inheritLook } from './inherited-look.js';
import { OUR_ELEMENTS } from './ours.js';
import { moveQuietly } from './quiet-moves.js';
import { findAsBefore } from './selector-view.js';

// Taken before any script of the page (natives.ts); it is needed here only.
const NativeSheet = CSSStyleSheet;

/** Parts of the drawing API that TypeScript's DOM library does not know yet. */
export interface LayoutCanvas extends HTMLCanvasElement {
  onpaint: (() => void) | null;
  layoutSubtree?: boolean;
  requestPaint(): void;
  captureElementImage(element: Element): ElementImage;
}
type Movable = Element & { moveBefore?(node: Node, child: Node | null): void };

/** What body does with the boxes of its children where it is more than a block of them. */
const LAYOUT = [
  ...['display', 'flex-direction', 'flex-wrap', 'align-items', 'align-content', 'justify-content', 'justify-items'],
  ...['row-gap', 'column-gap', 'grid-template-columns', 'grid-template-rows', 'grid-template-areas'],
  ...['grid-auto-columns', 'grid-auto-rows', 'grid-auto-flow'],
];

/** Puts everything visible in body below a wrapper of the page's size inside a canvas that lays its children out. */
export function wrapContent({ width, height, scale, image }: SurfaceSetup, trees: Trees): HTMLElement {
  const transparent = holdsAlpha(image);
  const { body, documentElement } = document;
  const size = { width: `${width}px`, height: `${height}px` };
  // Found by the whole of its name alone, as `getElementsByTagName` looks for it.
  const canvas = ownElement('ff:canvas') as LayoutCanvas;
  canvas.setAttribute('layoutsubtree', '');
  canvas.layoutSubtree = true;
  canvas.width = width * scale;
  canvas.height = height * scale;
  own(canvas, { display: 'block', visibility: 'hidden', position: 'absolute', left: '0', top: '0', ...size });
  // Drawing the wrapper drops its own transform and clip, so the content has a box of its own inside.
  const wrapper = document.createElement('ff-surface');
  const box = { visibility: 'visible', position: 'relative', overflow: 'hidden', ...size };
  own(wrapper, {
    ...{ display: 'block', ...box },
    // What shows through a page is white, or black where it asks for a dark scheme.
    'color-scheme': nativeComputedStyle(documentElement).getPropertyValue('color-scheme'),
    background: transparent ? 'transparent' : 'Canvas',
  });
  // As the root of a page does, it paints its background below what has a negative z-index, and what blends does so with no more than that.
  const outer = document.createElement('ff-surface-root');
  own(outer, { display: 'block', ...box, isolation: 'isolate' });
  const inner = document.createElement('ff-surface-ground');
  own(inner, { ...layoutOf(body), ...box, 'box-sizing': 'border-box' });
  if (!transparent) copyBackgrounds([documentElement, body], [outer, inner]);
  hidePseudoElements();
  outer.append(inner);
  wrapper.append(outer);
  canvas.append(wrapper);
  const content = [...body.childNodes];
  const before = body.getBoundingClientRect().height;
  body.append(canvas);
  inheritLook(body, inner);
  withoutGeneratedContent(trees, () => {
    for (const node of content) moveInto(inner, node);
  });
  keepHeight(body, before);
  new NativeMutationObserver((records) => {
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (node !== canvas && nativeParentOf(node) === body) moveInto(inner, node);
      }
    }
  }).observe(body, { childList: true });
  showAsBefore(body, inner);
  findAsBefore(inner);
  return wrapper;
}

/** The first background of all goes behind everything, as the window shows it. */
function copyBackgrounds(from: readonly Element[], to: readonly HTMLElement[]): void {
  const having = from.filter((element) => hasBackground(element));
  for (const [index, element] of having.entries()) copyBackground(element, to[index] as HTMLElement);
}

/** Styles an element of ours so that no rule of authors reaches it. */
function own(element: HTMLElement, style: Readonly<Record<string, string>>): void {
  const all = Object.entries({ all: 'initial', ...style });
  element.style.cssText = all.map(([name, value]) => `${name}:${value} !important`).join(';');
}

function layoutOf(body: HTMLElement): Record<string, string> {
  const style = nativeComputedStyle(body);
  if (/^(?:block|flow-root)$/.test(style.display)) return { display: 'block' };
  return Object.fromEntries(LAYOUT.map((name) => [name, style.getPropertyValue(name)]));
}

/** A text in the canvas that no element holds ends the browser's process. */
function hidePseudoElements(): void {
  const sheet = new NativeSheet();
  const pseudo = OUR_ELEMENTS.flatMap((name) => [`${name}${STRONG}::before`, `${name}${STRONG}::after`]);
  sheet.replaceSync(`${pseudo.join(', ')} { content: none !important; display: none !important; }`);
  document.adoptedStyleSheets.push(sheet);
}

/** An empty body would clip the canvas where its place counts from body, and scripts ask for its size. */
function keepHeight(body: HTMLElement, before: number): void {
  if (body.getBoundingClientRect().height >= before) return;
  const { boxSizing, borderTopWidth, borderBottomWidth } = nativeComputedStyle(body);
  const borders = Number.parseFloat(borderTopWidth) + Number.parseFloat(borderBottomWidth);
  const height = boxSizing === 'border-box' ? before : before - borders;
  body.style.setProperty('min-height', `${height}px`, 'important');
}

/** Moves without resetting animations, frames or images where the browser can. */
function moveInto(parent: Movable, node: Node): void {
  if (node instanceof HTMLScriptElement) return;
  moveQuietly(() => {
    if (typeof parent.moveBefore === 'function') parent.moveBefore(node, null);
    else parent.append(node);
  });
}
