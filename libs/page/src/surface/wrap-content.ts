/** Moves the page below a canvas that lays its children out and records what they paint. */
import { holdsAlpha, type SurfaceSetup } from '@framefarm/contract';
import { NativeMutationObserver } from '../natives.js';
import { copyBackground, hasBackground } from './background.js';
import { moveQuietly } from './quiet-moves.js';
import type { ElementImage } from './worker-messages.js';

/** Parts of the drawing API that TypeScript's DOM library does not know yet. */
export interface LayoutCanvas extends HTMLCanvasElement {
  onpaint: (() => void) | null;
  layoutSubtree?: boolean;
  requestPaint(): void;
  captureElementImage(element: Element): ElementImage;
}
type Movable = Element & { moveBefore?(node: Node, child: Node | null): void };

/** Puts everything visible in body below a wrapper of the page's size inside a canvas that lays its children out. */
export function wrapContent({ width, height, scale, image }: SurfaceSetup): HTMLElement {
  const transparent = holdsAlpha(image);
  const canvas = document.createElement('canvas') as LayoutCanvas;
  canvas.setAttribute('layoutsubtree', '');
  canvas.layoutSubtree = true;
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.cssText = `all:initial;display:block;visibility:hidden;position:absolute;left:0;top:0;width:${width}px;height:${height}px`;
  const wrapper = document.createElement('ff-surface');
  const ground = [document.body, document.documentElement].find((element) => hasBackground(element));
  // Drawing the wrapper drops its own transform and clip, so the content has a box of its own inside.
  wrapper.style.cssText = `display:block;visibility:visible;position:relative;width:${width}px;height:${height}px;overflow:hidden;background:${transparent ? 'transparent' : '#fff'}`;
  const inner = document.createElement('ff-surface-ground');
  inner.style.cssText = `display:block;position:relative;width:${width}px;height:${height}px;overflow:hidden`;
  if (ground !== undefined && !transparent) copyBackground(ground, inner);
  inheritText(document.body, inner);
  wrapper.append(inner);
  canvas.append(wrapper);
  const content = [...document.body.childNodes];
  document.body.append(canvas);
  for (const node of content) moveInto(inner, node);
  new NativeMutationObserver((records) => {
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (node !== canvas && node.parentNode === document.body) moveInto(inner, node);
      }
    }
  }).observe(document.body, { childList: true });
  return wrapper;
}

/** Moves without resetting animations, frames or images where the browser can. */
function moveInto(parent: Movable, node: Node): void {
  if (node instanceof HTMLScriptElement) return;
  moveQuietly(() => {
    if (typeof parent.moveBefore === 'function') parent.moveBefore(node, null);
    else parent.append(node);
  });
}

/** What children inherit. */
export const INHERITED: readonly string[] = [
  'color',
  'direction',
  'font',
  'letter-spacing',
  'line-height',
  'text-align',
  'text-transform',
  'white-space',
  'word-spacing',
  'visibility',
  'cursor',
  'list-style',
  'text-indent',
  'text-rendering',
  '-webkit-font-smoothing',
  'font-feature-settings',
  'font-variant',
  'font-variation-settings',
  'font-kerning',
  'text-shadow',
  'word-break',
  'overflow-wrap',
  'hyphens',
  'quotes',
  'tab-size',
  'text-wrap-mode',
  'text-wrap-style',
  'writing-mode',
  'font-synthesis',
  'font-optical-sizing',
];

/** The canvas drops inherited properties with `all: initial`, all but variables; what body gave its children comes back here. */
function inheritText(from: Element, to: HTMLElement): void {
  const style = getComputedStyle(from);
  for (const name of INHERITED) to.style.setProperty(name, style.getPropertyValue(name));
}
