/**
 * Drawing the page itself: its content becomes the child of a canvas, `drawElementImage` paints it, and a worker writes
 * the raw pixels where the driver can read them. No picture is coded, and a frame in which nothing changed has no paint
 * event (docs/decisions/surface-capture.md).
 */
import { rawImageBytes, type SurfacePicture, type SurfaceSetup } from '@framefarm/contract';
import { NativeMutationObserver, NativePromise, nativeTurn } from '../natives.js';
import { RING_WORKER_SOURCE, type RingStart, YUV_MODULE } from './ring-worker.js';

const NativeWorker = Worker;
const NativeBlob = Blob;
const objectUrl = URL.createObjectURL.bind(URL);

/** Parts of the drawing API that TypeScript's DOM library does not know yet. */
type DrawingContext = CanvasRenderingContext2D & { drawElementImage(element: Element, x: number, y: number): void };
type LayoutCanvas = HTMLCanvasElement & { onpaint: (() => void) | null; requestPaint(): void; layoutSubtree?: boolean };
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
  const transparent = setup.image === 'rgba';
  const ring = await startRing(setup);
  const wrapper = wrapContent(width, height, transparent);
  const canvas = wrapper.parentElement as LayoutCanvas;
  const context = canvas.getContext('2d', { alpha: transparent, willReadFrequently: true }) as DrawingContext;

  /** Picture of each remembered frame: the sequence number of its last painting, 0 when none was needed. */
  const painted = new Map<number, number>();
  let current = -1;
  canvas.onpaint = () => {
    if (transparent) context.clearRect(0, 0, width, height);
    context.drawElementImage(wrapper, 0, 0);
    const sequence = ring.write(context.getImageData(0, 0, width, height).data.buffer as ArrayBuffer);
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
  canvas.style.cssText = `all:initial;display:block;position:absolute;left:0;top:0;width:${width}px;height:${height}px`;
  const wrapper = document.createElement('ff-surface');
  const ground = [document.body, document.documentElement].find((element) => hasBackground(element));
  // Drawing the wrapper drops its own transform and clip, so the content has a box of its own inside.
  wrapper.style.cssText = `display:block;position:relative;width:${width}px;height:${height}px;overflow:hidden;background:${transparent ? 'transparent' : '#fff'}`;
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

interface Ring {
  /** Hands pixels over and returns their sequence number, from 1. */
  write(pixels: ArrayBuffer): number;
  /** Resolves with the slot once the pixels are in it. */
  written(sequence: number): Promise<number>;
}

/** Starts the worker and waits until the file is open. */
async function startRing({ width, height, image, slots, marker }: SurfaceSetup): Promise<Ring> {
  const bytes = rawImageBytes(image, width, height);
  const worker = new NativeWorker(objectUrl(new NativeBlob([RING_WORKER_SOURCE], { type: 'text/javascript' })));
  const waiting = new Map<number, { resolve: (slot: number) => void; reject: (error: Error) => void }>();
  let done = 0;
  let failure: Error | null = null;
  const ready = new NativePromise<void>((resolve, reject) => {
    const fail = (reason: string): void => {
      failure = new Error(`the surface cannot be written: ${reason}`);
      reject(failure);
      for (const { reject: refuse } of waiting.values()) refuse(failure);
      waiting.clear();
    };
    worker.onerror = (event) => fail(event.message);
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve();
      else if (data.failed) fail(String(data.failed));
      else {
        done = data.written;
        waiting.get(done)?.resolve((done - 1) % slots);
        waiting.delete(done);
      }
    };
  });
  const start: RingStart = {
    bytes: bytes * slots,
    marker,
    yuv: image === 'yuv420p' ? { width, height, module: YUV_MODULE } : null,
  };
  worker.postMessage({ start });
  await ready;
  await nativeTurn();
  let sequence = 0;
  return {
    write(pixels) {
      sequence += 1;
      worker.postMessage({ sequence, at: ((sequence - 1) % slots) * bytes, pixels }, [pixels]);
      return sequence;
    },
    written: (wanted) =>
      new NativePromise((resolve, reject) => {
        if (failure !== null) reject(failure);
        else if (wanted <= done) resolve((wanted - 1) % slots);
        else waiting.set(wanted, { resolve, reject });
      }),
  };
}
