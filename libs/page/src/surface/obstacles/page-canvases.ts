/**
 * Canvases of the page on a surface. A recorded painting holds the picture of such a canvas pixel for pixel at the origin of the
 * nearest transform, whatever the box of the canvas is (docs/decisions/canvases-on-a-surface.md): one with a transform of its own, and as
 * many pixels as its box, comes out exactly.
 */

import type { StyleChanges } from '../../document/style-changes.js';
import type { Tree, Trees } from '../../document/trees.js';
import { isInPlacedPicture } from '../../media/placement.js';
import { adoptedSheets, nativeComputedStyle, nativePixelRatio } from '../../natives/natives.js';
import { wrapMethod } from '../../natives/wrap-natives.js';
import { isOurs } from '../move/ours.js';
import { styleTexts } from '../readable/style-texts.js';
import { mayChangeOrder } from './paint-order.js';

// Taken before any script of the page (natives.ts); it is needed here only.
const NativeSheet = CSSStyleSheet;

/**
 * Without weight, so that rules of authors win; it moves nothing, and makes a transform all the same. Where its box shows nothing but one
 * colour, a canvas leaves that to the compositor, and what is recorded of the page lacks it: a shadow that is not seen has the page paint it.
 */
const OWN_TRANSFORM = `:where(canvas) { translate: 0px; box-shadow: 0 0 #0000 }
  canvas:is([style*="translate: none"], [style*="translate:none"]) { translate: 0px !important }`;
/** GSAP writes `translate: none` into the style of what it moves, by a transform of its own, which at rest is none either. */
const isFreed = (canvas: HTMLCanvasElement): boolean => canvas.style.translate === 'none';
/** Properties with other values than these change where in its box a canvas shows its picture, or how it is scaled. */
const PLAIN = {
  padding: '0px',
  'border-width': '0px',
  'object-position': '50% 50%',
  'object-view-box': 'none',
  'image-rendering': 'auto',
} as const;
/** Canvases that are looked at in each frame; each takes some hundredths of a millisecond. */
const MOST = 100;
/** Length by which a box may be off, pixels: layout counts in 64ths. */
const LEAST = 1 / 64;

export interface PageCanvases {
  /** In words, of the first canvas that shows what a surface cannot; null without one. The page is laid out for it. */
  obstacle(): string | null;
  /** Gives every canvas a transform of its own, those of later too. To be called before the page is moved. */
  place(): void;
  /** Whether there are any, drawn on or not: one may be drawn on in a frame for the first time. */
  any(): boolean;
  /** Pixels of all canvases that are drawn on. */
  pixels(): number;
}

interface Context {
  getContextAttributes?(): {
    readonly colorSpace?: string;
    readonly colorType?: string;
  } | null;
}

/**
 * Call it before any script of the page.
 * @param keeps whether a context of WebGL keeps its picture once it has been shown
 */
export function watchCanvases(trees: Trees, styles: StyleChanges, keeps: (context: object) => boolean): PageCanvases {
  /** Why a canvas that is drawn on cannot be shown, or null. */
  const drawn = new WeakMap<HTMLCanvasElement, string | null>();
  const inDocument = document.getElementsByTagName('canvas');
  let placed = false;
  let seenStyles = -1;
  let outranks = false;
  const note = (canvas: unknown, why: () => string | null): void => {
    const element = canvas as HTMLCanvasElement;
    if (!drawn.has(element)) drawn.set(element, why());
  };
  wrapMethod(HTMLCanvasElement.prototype, 'getContext', (canvas, context, [kind]) => {
    if (context !== null) note(canvas, () => contextObstacle(kind, context as Context, keeps));
  });
  wrapMethod(HTMLCanvasElement.prototype, 'transferControlToOffscreen', (canvas) =>
    note(canvas, () => 'that a worker may draw'),
  );

  const all = (): HTMLCanvasElement[] => {
    const found = [...inDocument];
    for (const tree of trees.now()) if (tree !== document) found.push(...tree.querySelectorAll('canvas'));
    return found.filter((canvas) => !isOurs(canvas) && !isInPlacedPicture(canvas));
  };
  const drawnOn = (): HTMLCanvasElement[] => all().filter((canvas) => drawn.has(canvas));
  const obstacleOf = (canvas: HTMLCanvasElement): string | null => {
    const context = drawn.get(canvas) ?? null;
    // What is hidden now is shown later: nothing is captured yet that would be in vain then.
    if (context !== null && !placed) return context;
    if (canvas.getClientRects().length === 0) return null;
    const style = nativeComputedStyle(canvas);
    if (placed && style.visibility !== 'visible') return null;
    const why = context ?? boxObstacle(canvas, style);
    if (why !== null) return why;
    if (placed && style.transform === 'none' && style.translate === 'none') return 'without a transform';
    if (placed && isColourAlone(style)) return 'whose background the compositor paints';
    // Our rule outranks animations too.
    if (placed && isFreed(canvas) && canvas.getAnimations().length > 0) return 'without a transform';
    return mayChangeOrder(canvas) ? 'that is not positioned, and overlaps with something' : null;
  };
  /** A rule that gives way to that of {@link OWN_TRANSFORM}, though it may be about a canvas. */
  const hasOutranked = (): boolean => {
    if (styles.count() !== seenStyles) {
      seenStyles = styles.count();
      outranks = [...styleTexts(trees)].some(
        (style) => style.kind === 'rule' && style.layered && /(?<![\w-])translate:/.test(style.text),
      );
    }
    return outranks;
  };

  return {
    any: () => all().length > 0,
    pixels: () => drawnOn().reduce((sum, { width, height }) => sum + width * height, 0),
    obstacle() {
      const canvases = drawnOn();
      if (canvases.length > MOST) return `the page holds more than ${MOST} <canvas>`;
      if (canvases.length > 0 && hasOutranked())
        return 'the page holds <canvas>, and a rule in a layer that moves elements';
      for (const canvas of canvases) {
        const why = obstacleOf(canvas);
        if (why !== null) return `the page holds <canvas> ${why}`;
      }
      return null;
    },
    place() {
      const sheet = new NativeSheet();
      sheet.replaceSync(OWN_TRANSFORM);
      trees.each((tree) => adopt(tree, sheet));
      placed = true;
    },
  };
}

/** A box that shows one colour and nothing else, not even the shadow of ours. */
const isColourAlone = (style: CSSStyleDeclaration): boolean =>
  style.boxShadow === 'none' &&
  style.backgroundImage === 'none' &&
  style.borderTopLeftRadius === '0px' &&
  style.backgroundColor !== 'rgba(0, 0, 0, 0)';

/** Nothing in a tree that a script makes in another document. */
function adopt(tree: Tree, sheet: CSSStyleSheet): void {
  if (tree !== document && tree.ownerDocument !== document) return;
  const sheets = adoptedSheets(tree);
  if (!sheets.includes(sheet)) sheets.push(sheet);
}

function contextObstacle(kind: unknown, context: Context, keeps: (context: object) => boolean): string | null {
  try {
    const name = `${kind}`;
    const attributes = context.getContextAttributes?.() ?? null;
    if (attributes === null) return `drawn as ${name}`;
    if ((attributes.colorSpace ?? 'srgb') !== 'srgb' || (attributes.colorType ?? 'unorm8') !== 'unorm8')
      return 'of other colours than 8 bits of sRGB';
    if (name === '2d') return null;
    return keeps(context) ? null : `drawn as ${name}`;
  } catch {
    return 'of a kind that cannot be told';
  }
}

function boxObstacle(canvas: HTMLCanvasElement, style: CSSStyleDeclaration): string | null {
  if (canvas.hasAttribute('layoutsubtree')) return 'that shows elements';
  const isOf = (length: string, pixels: number): boolean =>
    Math.abs(Number.parseFloat(length) * nativePixelRatio - pixels) < LEAST;
  const zoom = (canvas as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1;
  const isPlain = Object.entries(PLAIN).every(([name, value]) => style.getPropertyValue(name) === value);
  return zoom === 1 && isPlain && isOf(style.width, canvas.width) && isOf(style.height, canvas.height)
    ? null
    : 'in a box of another size than its picture';
}
