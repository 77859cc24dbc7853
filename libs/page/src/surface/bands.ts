/**
 * Drawing a page in bands, one below the other. The browser draws a page onto a layer of its own first, as large as what it
 * draws onto, whose memory it maps anew each time where that is more than some 0.94 MiB: 2,000 page faults for a picture of
 * 1080p, a third of all drawing. A band's layer is smaller and finds its memory (docs/decisions/bands.md).
 */
import { type StyleText, styleTexts } from './style-texts.js';

/** Most bytes of a band: less than what the browser's allocator keeps. */
const BAND_BYTES = 960_000;
/** Gradients are dithered in blocks of so many rows, which no band may cut. */
const DITHER_ROWS = 8;
/** Each band goes over the whole page: what lies outside costs next to nothing, but not nothing. */
const MOST_ELEMENTS = 1_000;
/** All shapes together, characters of what describes them: each band goes over all points of a shape that it shows a part of. */
const MOST_SHAPE_CHARACTERS = 250_000;
/** What is computed from more than its own pixels, where it is not `none`: each band would compute it for itself. */
const WIDE =
  /(?:^|[;{\s])(?:-webkit-)?(?:box-shadow|filter|mask(?:-[a-z-]+)?|clip-path|box-reflect)\s*:(?!\s*none\s*(?:[;!}]|$))/i;
const WIDE_ELEMENTS = 'filter, mask, clipPath';

/** Rows of a band, a multiple of 8; `height` where the page is drawn as a whole. */
export function bandRows(width: number, height: number): number {
  const rows = Math.floor(BAND_BYTES / (width * 4) / DITHER_ROWS) * DITHER_ROWS;
  return rows >= height || rows === 0 ? height : rows;
}

/**
 * Whether drawing the page in bands pays. Edges and dithered gradients may round differently in bands, so all lanes must come
 * to the same answer: it is to be asked of a page that is described and has shown no frame yet.
 */
export function paysInBands(): boolean {
  if (document.getElementsByTagName('*').length > MOST_ELEMENTS) return false;
  if (document.querySelector(WIDE_ELEMENTS) !== null) return false;
  let shapes = 0;
  for (const shape of document.querySelectorAll('path, polygon, polyline')) {
    shapes += (shape.getAttribute('d') ?? shape.getAttribute('points') ?? '').length;
  }
  if (shapes > MOST_SHAPE_CHARACTERS) return false;
  for (const style of styleTexts()) {
    if (style.kind === 'unreadable' || (WIDE.test(style.text) && isUsed(style))) return false;
  }
  return true;
}

/** Whether there is an element that the style is for; where that is hard to say there is. */
function isUsed(style: Exclude<StyleText, { kind: 'unreadable' }>): boolean {
  if (style.kind !== 'rule' || /[:&]/.test(style.selector)) return true;
  try {
    return document.querySelector(style.selector) !== null;
  } catch {
    // The selector of a nested rule goes on from that of its parent.
    return true;
  }
}
