/**
 * WebGL drawings that stay. By itself a context throws its drawing away once a frame has been composed (WebGL 1.0, 2.2), and a surface, which
 * records the page by another way, would find nothing there. So contexts are made with `preserveDrawingBuffer`, and what scripts
 * see of the difference is put back: a frame's first drawing starts on an empty buffer, and the attributes tell what was asked for.
 * Not put back: what is read from a canvas in a later frame than it was drawn in is its picture, where a browser gives an empty one.
 * (docs/decisions/canvases-on-a-surface.md)
 */
import { replaceMethod, wrapMethod } from '../natives/wrap-natives.js';
import { kindsOfContext, type ShownBuffer, shownBufferOf, type WebGL } from './shown-buffer.js';

interface Drawing {
  readonly buffer: ShownBuffer;
  /** Count of the frame in which the buffer was drawn on last; 0 when it never was. */
  frame: number;
}

export interface KeptDrawings {
  /** What was drawn until now has been composed. */
  composed(): void;
  /** Whether the picture of a context stays, by its author's wish or by ours. */
  keeps(context: object): boolean;
}

const KINDS = /^(?:experimental-)?webgl2?$/;
/** Everything that draws on a buffer, of both kinds of context and of their extensions. */
const DRAWS = /^(?:multiD|d)raw(?:Arrays|Elements|RangeElements)|^clearBuffer|^blitFramebuffer$/;

/** Call it before any script of the page. */
export function keepDrawings(): KeptDrawings {
  /** Those that stay by our wish alone. */
  const drawings = new WeakMap<object, Drawing>();
  const asked = new WeakSet<object>();
  const prototypes = new WeakSet<object>();
  let frame = 1;

  const draws = (self: object, cleared: number): void => {
    const drawing = drawings.get(self);
    if (drawing === undefined || drawing.frame === frame) return;
    if (!drawing.buffer.isBound()) return;
    if (drawing.frame > 0) drawing.buffer.empty(cleared);
    drawing.frame = frame;
  };
  const watch = (prototype: object): void => {
    if (prototypes.has(prototype)) return;
    prototypes.add(prototype);
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (!DRAWS.test(name)) continue;
      replaceMethod<object>(prototype, name, (self, native) => {
        draws(self, 0);
        return native();
      });
    }
  };

  for (const prototype of kindsOfContext()) {
    watch(prototype);
    replaceMethod<WebGL>(prototype, 'clear', (self, native, [mask]) => {
      draws(self, typeof mask === 'number' ? mask : 0);
      return native();
    });
    wrapMethod(prototype, 'getExtension', (self, extension) => {
      const drawing = drawings.get(self as object);
      if (drawing === undefined || typeof extension !== 'object' || extension === null) return;
      drawings.set(extension, drawing);
      watch(Object.getPrototypeOf(extension));
    });
    replaceMethod<WebGL>(prototype, 'getContextAttributes', (self, native) => {
      const attributes = native() as WebGLContextAttributes | null;
      return attributes !== null && drawings.has(self) ? { ...attributes, preserveDrawingBuffer: false } : attributes;
    });
  }
  replaceMethod<HTMLCanvasElement>(HTMLCanvasElement.prototype, 'getContext', (_, native, args) => {
    const [kind, attributes, ...rest] = args;
    if (!KINDS.test(`${kind}`)) return native();
    if (isAsked(attributes)) {
      const context = native() as object | null;
      if (context !== null && !drawings.has(context)) asked.add(context);
      return context;
    }
    const own = typeof attributes === 'object' ? attributes : null;
    const kept = Object.create(own, { preserveDrawingBuffer: { value: true } });
    const context = native(kind, kept, ...rest) as WebGL | null;
    if (context !== null && !asked.has(context) && !drawings.has(context)) {
      drawings.set(context, { buffer: shownBufferOf(context), frame: 0 });
    }
    return context;
  });

  return {
    composed() {
      frame += 1;
    },
    keeps: (context) => asked.has(context) || drawings.has(context),
  };
}

function isAsked(attributes: unknown): boolean {
  if (typeof attributes !== 'object' || attributes === null) return false;
  return Boolean((attributes as WebGLContextAttributes).preserveDrawingBuffer);
}
