/**
 * Drawing the page itself: its content becomes the child of a canvas that records what it paints, and a worker draws the
 * record and writes the raw pixels where the driver can read them. No picture is coded, and a frame in which nothing
 * changed has no paint event (docs/decisions/surface-capture.md).
 */
import { holdsAlpha, type SurfacePicture, type SurfaceSetup } from '@framefarm/contract';
import { NativeMutationObserver } from '../natives.js';
import { startRing } from './ring.js';
import type { ElementImage } from './worker-messages.js';

/** Parts of the drawing API that TypeScript's DOM library does not know yet. */
interface LayoutCanvas extends HTMLCanvasElement {
  onpaint: (() => void) | null;
  layoutSubtree?: boolean;
  requestPaint(): void;
  captureElementImage(element: Element): ElementImage;
}
type Movable = Element & { moveBefore?(node: Node, child: Node | null): void };

/** Frames whose pictures are remembered; the driver is at most a few behind. */
const REMEMBERED = 16;

export interface Surface {
  /** The page now shows `frame`: what is painted from here on belongs to it. */
  shows(frame: number): void;
  /** Resolves when the pixels of the frame are written. */
  picture(frame: number): Promise<SurfacePicture>;
}

export async function openSurface(setup: SurfaceSetup): Promise<Surface> {
  const { width, height } = setup;
  const transparent = holdsAlpha(setup.image);
  const wrapper = wrapContent(width, height, transparent);
  const canvas = wrapper.parentElement as LayoutCanvas;
  const ring = await startRing(canvas, setup);

  /** Picture of each remembered frame: the sequence number of its last painting, 0 when none was needed. */
  const painted = new Map<number, number>();
  let current = -1;
  canvas.onpaint = () => {
    const sequence = ring.draw(canvas.captureElementImage(wrapper));
    if (current >= 0) painted.set(current, sequence);
  };
  canvas.requestPaint();

  return {
    shows(frame) {
      // The first frame is painted whatever was on the canvas before.
      if (current < 0) canvas.requestPaint();
      if (frame === current) return;
      current = frame;
      painted.delete(frame);
      painted.set(frame, 0);
      for (const known of painted.keys()) {
        if (painted.size <= REMEMBERED) break;
        painted.delete(known);
      }
    },
    async picture(frame) {
      const sequence = painted.get(frame);
      if (sequence === undefined) return { slot: -1, valid: false };
      if (sequence === 0) return { slot: -1, valid: true };
      return { slot: await ring.written(sequence), valid: true };
    },
  };
}

/** Puts everything visible in body below a wrapper of the page's size inside a canvas that lays its children out. */
function wrapContent(width: number, height: number, transparent: boolean): HTMLElement {
  const canvas = document.createElement('canvas') as LayoutCanvas;
  canvas.setAttribute('layoutsubtree', '');
  canvas.layoutSubtree = true;
  canvas.width = width;
  canvas.height = height;
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
  if (typeof parent.moveBefore === 'function') parent.moveBefore(node, null);
  else parent.append(node);
}

function hasBackground(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return backgroundImage !== 'none' || !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor);
}

function copyBackground(from: Element, to: HTMLElement): void {
  const style = getComputedStyle(from);
  for (const property of ['color', 'image', 'position', 'size', 'repeat', 'origin', 'clip']) {
    to.style.setProperty(`background-${property}`, style.getPropertyValue(`background-${property}`));
  }
}

/** The canvas drops inherited properties with `all: initial`; what body gave its children comes back here. */
function inheritText(from: Element, to: HTMLElement): void {
  const style = getComputedStyle(from);
  const names = [
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
  for (const name of names) to.style.setProperty(name, style.getPropertyValue(name));
  for (let index = 0; index < style.length; index += 1) {
    const name = style.item(index);
    if (name.startsWith('--')) to.style.setProperty(name, style.getPropertyValue(name));
  }
}
