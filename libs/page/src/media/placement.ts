/** Puts a picture on the offset box of its video, with the video's own look (reference: composition-format 9.1). */
import { nativeComputedStyle } from '../natives/natives.js';
import { createDrawnBox, type DrawnBox } from './drawn-box.js';
import type { Picture } from './picture-cache.js';

/** Properties by which the picture looks like the video would. */
const COPIED = [
  'object-fit',
  'object-position',
  'z-index',
  'opacity',
  'filter',
  'mix-blend-mode',
  'backdrop-filter',
  'border-top',
  'border-right',
  'border-bottom',
  'border-left',
  'border-top-left-radius',
  'border-top-right-radius',
  'border-bottom-right-radius',
  'border-bottom-left-radius',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'background-color',
  'background-image',
  'background-size',
  'background-position',
  'background-repeat',
  'box-shadow',
  'outline',
  'overflow',
  'overflow-clip-margin',
  'clip-path',
  'mask',
  'transform',
  'transform-origin',
  'transform-style',
  'translate',
  'rotate',
  'scale',
  'perspective',
  'backface-visibility',
  'box-sizing',
  'image-rendering',
  'zoom',
  'offset-path',
  'offset-distance',
  'offset-rotate',
  'offset-anchor',
  'offset-position',
  'corner-shape',
] as const;

const CLASS = '__render_frame__';

const placedPictures = new WeakSet<Node>();

/** Whether the node is a picture of a video that stands beside it, or holds one. */
export const isPlacedPicture = (node: Node): boolean => placedPictures.has(node);

export function isInPlacedPicture(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (isPlacedPicture(at)) return true;
  return false;
}

export interface Placement {
  /** Shows a decoded picture, or none. */
  show(picture: Picture | null): void;
  remove(): void;
}

/** Used left and top of an in-flow box are those of its offset; positioned boxes answer with fractions. */
function boxOf(video: HTMLVideoElement, style: CSSStyleDeclaration): string {
  const positioned = style.position === 'absolute' || style.position === 'fixed';
  const px = (value: string, fallback: number) => (/^-?[\d.e-]+px$/.test(value) ? value : `${fallback}px`);
  // Lengths of a zoomed box are zoomed with it, also those of its place.
  const zoom = Number(style.getPropertyValue('zoom')) || 1;
  const [x, y] = [video.offsetLeft / zoom, video.offsetTop / zoom];
  const left = positioned ? px(style.left, x) : `${x}px`;
  const top = positioned ? px(style.top, y) : `${y}px`;
  const margins = positioned
    ? `margin:${style.marginTop} ${style.marginRight} ${style.marginBottom} ${style.marginLeft};`
    : '';
  const width = px(style.width, video.offsetWidth);
  const height = px(style.height, video.offsetHeight);
  const position = style.position === 'fixed' ? 'fixed' : 'absolute';
  return `position:${position};left:${left};top:${top};${margins}width:${width};height:${height};`;
}

export function createPlacement(video: HTMLVideoElement): Placement {
  let placed: HTMLElement | null = null;
  let box: DrawnBox | null = null;
  let lastText = '';

  const styleText = (style: CSSStyleDeclaration): string => {
    const copied = COPIED.map((name) => `${name}:${style.getPropertyValue(name)};`).join('');
    // "all: initial" keeps the author's rules for img away; inline it loses only to !important.
    return `all:initial;display:${style.display === 'none' ? 'none' : 'block'};${copied}${boxOf(video, style)}visibility:visible;pointer-events:none;`;
  };
  const name = (element: HTMLElement): void => {
    element.className = CLASS;
    element.id = `__render_frame_${video.id}__`;
    if (element instanceof HTMLImageElement) element.alt = '';
  };
  const remove = (): void => {
    placed?.remove();
    placed = null;
    lastText = '';
  };

  return {
    show(picture) {
      if (picture === null || !video.isConnected) return remove();
      // The element itself is hidden, so that border and shadow are painted once, by the picture.
      if (video.style.visibility !== 'hidden') video.style.visibility = 'hidden';
      const style = nativeComputedStyle(video);
      const text = styleText(style);
      let element: HTMLElement = picture;
      if (picture instanceof HTMLCanvasElement) {
        box ??= createDrawnBox();
        box.draw(picture, video, style);
        element = box.element;
      }
      if (element !== placed || text !== lastText) {
        // A picture is cut by its box whatever `overflow` says; where a canvas is scaled into the box, the box has to say so.
        element.style.cssText = element === picture ? text : `${text}overflow:clip;`;
        lastText = text;
      }
      // A script may move the video, or put something behind it.
      if (element === placed && video.nextSibling === element) return;
      name(element);
      placedPictures.add(element);
      if (placed !== null && video.nextSibling === placed) placed.replaceWith(element);
      else {
        if (element !== placed) placed?.remove();
        video.after(element);
      }
      placed = element;
    },
    remove,
  };
}
