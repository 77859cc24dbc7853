/** Canvases and textures made from a video sample the picture that is shown (reference: composition-format 9.1). */
import type { Picture } from './picture-cache.js';

/** The decoded picture that each video shows in the present frame. */
export const currentPictures = new Map<HTMLVideoElement, Picture>();

/** Functions that take a picture source among their arguments. */
const SAMPLERS: readonly (readonly [string, readonly string[]])[] = [
  ['CanvasRenderingContext2D', ['drawImage', 'createPattern']],
  ['OffscreenCanvasRenderingContext2D', ['drawImage', 'createPattern']],
  ['WebGLRenderingContext', ['texImage2D', 'texSubImage2D']],
  ['WebGL2RenderingContext', ['texImage2D', 'texSubImage2D', 'texImage3D', 'texSubImage3D']],
];

/** A transparent picture, for a video that shows nothing in this frame. */
function empty(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  return canvas;
}

let sampled = false;

/** Whether a canvas or a texture has taken the picture of a video so far. */
export const samplesVideos = (): boolean => sampled;

/** `onSample` hears of each video whose picture is taken. */
export function installCanvasSampling(onSample: (video: HTMLVideoElement) => void): void {
  const substitute = (value: unknown): unknown => {
    if (!(value instanceof HTMLVideoElement)) return value;
    sampled = true;
    onSample(value);
    return currentPictures.get(value) ?? empty();
  };
  const globals = window as unknown as Record<string, { prototype: Record<string, unknown> } | undefined>;
  for (const [owner, names] of SAMPLERS) {
    const prototype = globals[owner]?.prototype;
    if (prototype === undefined) continue;
    for (const name of names) {
      const original = prototype[name];
      if (typeof original !== 'function') continue;
      prototype[name] = function sample(this: unknown, ...args: unknown[]): unknown {
        return Reflect.apply(original, this, args.map(substitute));
      };
    }
  }
  const bitmap = window.createImageBitmap;
  window.createImageBitmap = ((...args: unknown[]) =>
    Reflect.apply(bitmap, window, args.map(substitute))) as typeof window.createImageBitmap;
  sampleFrames(substitute);
  const queue = (globals.GPUQueue?.prototype ?? {}) as Record<string, unknown>;
  const copy = queue.copyExternalImageToTexture;
  if (typeof copy !== 'function') return;
  queue.copyExternalImageToTexture = function sample(this: unknown, source: { source: unknown }, ...rest: unknown[]) {
    return Reflect.apply(copy, this, [{ ...source, source: substitute(source.source) }, ...rest]);
  };
}

/** A frame made from a video, which is timed as the video is unless the script says otherwise. */
function sampleFrames(substitute: (value: unknown) => unknown): void {
  const Original = window.VideoFrame;
  if (typeof Original !== 'function') return;
  window.VideoFrame = new Proxy(Original, {
    construct(target, args: unknown[], newTarget) {
      const [source, init] = args;
      if (!(source instanceof HTMLVideoElement)) return Reflect.construct(target, args, newTarget);
      const timed = { timestamp: Math.round(source.currentTime * 1e6), ...(init as VideoFrameInit | undefined) };
      return Reflect.construct(target, [substitute(source), timed], newTarget);
    },
  });
}
