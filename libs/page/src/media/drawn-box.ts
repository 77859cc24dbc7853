/**
 * The box of a picture that a canvas shows. A surface draws a canvas of the page pixel for pixel, whatever its CSS size
 * is, but it does apply transforms: the canvas keeps its own size, in pixels of the picture, and is scaled into a box
 * (docs/decisions/video-pictures-as-bitmaps.md).
 */
import { nativePixelRatio } from '../natives/natives.js';
import { type Fit, fitPicture, type Size } from './picture-fit.js';

/** Smaller pictures than these of the original are drawn from halved ones, as images are; a power of two. */
const MOST_HALVINGS = 6;

export interface DrawnBox {
  readonly element: HTMLElement;
  /** Shows the canvas in the box that the style of the video describes. */
  draw(canvas: HTMLCanvasElement, video: HTMLVideoElement, style: CSSStyleDeclaration): void;
}

const px = (value: string): number => Number.parseFloat(value) || 0;

export function createDrawnBox(): DrawnBox {
  const element = document.createElement('div');
  let reduced: HTMLCanvasElement | null = null;
  let shown: HTMLCanvasElement | null = null;
  let lastText = '';

  return {
    element,
    draw(canvas, video, style) {
      const padding = { left: px(style.paddingLeft), top: px(style.paddingTop) };
      const box = contentBox(video, style);
      const fit = fitPicture(box, canvas, style.objectFit, style.objectPosition);
      const halvings = countHalvings(video, fit);
      let source = canvas;
      if (halvings > 0) {
        reduced ??= document.createElement('canvas');
        halve(canvas, reduced, halvings);
        source = reduced;
      }
      const own = { width: source.width / nativePixelRatio, height: source.height / nativePixelRatio };
      const x = (fit.scaleX * canvas.width) / own.width;
      const y = (fit.scaleY * canvas.height) / own.height;
      const text = `all:initial;display:block;position:absolute;left:0;top:0;width:${own.width}px;height:${own.height}px;image-rendering:inherit;transform-origin:0 0;transform:translate(${padding.left + fit.left}px,${padding.top + fit.top}px) scale(${x},${y});`;
      if (source !== shown) element.replaceChildren(source);
      if (source !== shown || text !== lastText) source.style.cssText = text;
      shown = source;
      lastText = text;
    },
  };
}

function contentBox(video: HTMLVideoElement, style: CSSStyleDeclaration): Size {
  const edges = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + px(style.getPropertyValue(name)), 0);
  const across = edges('padding-left', 'padding-right', 'border-left-width', 'border-right-width');
  const down = edges('padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width');
  const inner = (value: string, outer: number, rest: number): number => {
    if (!value.endsWith('px')) return outer - rest;
    return style.boxSizing === 'border-box' ? px(value) - rest : px(value);
  };
  return {
    width: inner(style.width, video.offsetWidth, across),
    height: inner(style.height, video.offsetHeight, down),
  };
}

/** How often a picture is halved before it is drawn: as often as it stays at least as large as it is shown, in pixels. */
function countHalvings(video: HTMLVideoElement, { scaleX, scaleY }: Fit): number {
  const seen = video.getBoundingClientRect();
  const grown = (to: number, from: number): number => (from > 0 && to > 0 ? to / from : 1);
  const scale = Math.max(
    scaleX * grown(seen.width, video.offsetWidth),
    scaleY * grown(seen.height, video.offsetHeight),
  );
  return Math.max(0, Math.min(MOST_HALVINGS, Math.floor(-Math.log2(scale * nativePixelRatio))));
}

function halve(from: HTMLCanvasElement, to: HTMLCanvasElement, halvings: number): void {
  to.width = Math.max(1, Math.round(from.width / 2 ** halvings));
  to.height = Math.max(1, Math.round(from.height / 2 ** halvings));
  const context = to.getContext('2d', { willReadFrequently: true });
  if (context === null) return;
  context.imageSmoothingQuality = 'medium';
  context.drawImage(from, 0, 0, to.width, to.height);
}
