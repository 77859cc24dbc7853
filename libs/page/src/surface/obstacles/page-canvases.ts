/**
 * Canvases of the page on a surface. A recorded painting holds the picture of such a canvas pixel for pixel at the origin of the
 * nearest transform, whatever the box of the canvas is (docs/decisions/surface-capture.md): one with a transform of its own, and as
 * many pixels as its box, comes out exactly.
 */
import { isInPlacedPicture } from '../../media/placement.js';
import { adoptedSheets, nativeComputedStyle, nativePixelRatio } from '../../natives.js';
import type { Trees } from '../../trees.js';
import { wrapMethod } from '../../wrap-natives.js';

// Taken before any script of the page (natives.ts); it is needed here only.
const NativeSheet = CSSStyleSheet;

/** Without weight, so that rules of authors win; it moves nothing, and makes a transform all the same. */
const OWN_TRANSFORM = ':where(canvas) { translate: 0px }';

export interface PageCanvases {
  /** In words, of the first canvas that shows what a surface cannot; null without one. The page is laid out for it. */
  obstacle(): string | null;
  /**
   * Gives every canvas a transform of its own, those of later too; to be called before the page is moved. In words, of a canvas
   * that looks otherwise with it.
   */
  place(): string | null;
  /** Pixels of all canvases that are drawn on. */
  pixels(): number;
}

interface Context {
  getContextAttributes?(): {
    readonly desynchronized?: boolean;
    readonly colorSpace?: string;
    readonly colorType?: string;
    readonly preserveDrawingBuffer?: boolean;
  } | null;
}

/** Call it before any script of the page. */
export function watchCanvases(trees: Trees): PageCanvases {
  /** Why a canvas that is drawn on cannot be shown, or null. */
  const drawn = new WeakMap<HTMLCanvasElement, string | null>();
  let any = false;
  let placed = false;
  const note = (canvas: unknown, why: string | null): void => {
    if (drawn.has(canvas as HTMLCanvasElement)) return;
    any = true;
    drawn.set(canvas as HTMLCanvasElement, why);
  };
  wrapMethod(HTMLCanvasElement.prototype, 'getContext', (canvas, context, [kind]) => {
    if (context !== null) note(canvas, contextObstacle(String(kind), context as Context));
  });
  wrapMethod(HTMLCanvasElement.prototype, 'transferControlToOffscreen', (canvas) =>
    note(canvas, 'that a worker may draw'),
  );

  const canvases = (): HTMLCanvasElement[] =>
    any
      ? trees
          .select<HTMLCanvasElement>(document, 'canvas')
          .filter((canvas) => drawn.has(canvas) && !isInPlacedPicture(canvas))
      : [];
  const obstacleOf = (canvas: HTMLCanvasElement): string | null => {
    const style = nativeComputedStyle(canvas);
    if (style.visibility !== 'visible' || canvas.getClientRects().length === 0) return null;
    const why = drawn.get(canvas) ?? boxObstacle(canvas, style);
    if (why !== null || !placed) return why;
    return style.transform === 'none' && style.translate === 'none' ? 'without a transform' : null;
  };

  return {
    pixels: () => canvases().reduce((sum, { width, height }) => sum + width * height, 0),
    obstacle() {
      for (const canvas of canvases()) {
        const why = obstacleOf(canvas);
        if (why !== null) return `the page holds <canvas> ${why}`;
      }
      return null;
    },
    place() {
      const all = canvases();
      const before = all.map(lookOf);
      const sheet = new NativeSheet();
      sheet.replaceSync(OWN_TRANSFORM);
      trees.each((tree) => {
        const sheets = adoptedSheets(tree);
        if (!sheets.includes(sheet)) sheets.push(sheet);
      });
      placed = true;
      return all.some((canvas, index) => lookOf(canvas) !== before[index])
        ? 'the page holds <canvas> below what would be behind it'
        : null;
    },
  };
}

function contextObstacle(kind: string, context: Context): string | null {
  if (kind === 'bitmaprenderer') return null;
  const attributes = context.getContextAttributes?.() ?? null;
  if (attributes === null) return `drawn as ${kind}`;
  if (attributes.desynchronized === true) return 'that is shown beside the frames';
  if ((attributes.colorSpace ?? 'srgb') !== 'srgb' || (attributes.colorType ?? 'unorm8') !== 'unorm8')
    return 'of other colours than 8 bits of sRGB';
  if (kind === '2d') return null;
  // Without it the picture is gone once it has been shown.
  return attributes.preserveDrawingBuffer === true ? null : 'drawn by WebGL without preserveDrawingBuffer';
}

function boxObstacle(canvas: HTMLCanvasElement, style: CSSStyleDeclaration): string | null {
  if (canvas.hasAttribute('layoutsubtree')) return 'that shows elements';
  const pixels = (length: string): number => Math.round(Number.parseFloat(length) * nativePixelRatio);
  const zoom = (canvas as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1;
  const sized =
    zoom === 1 &&
    pixels(style.width) === canvas.width &&
    pixels(style.height) === canvas.height &&
    style.padding === '0px' &&
    style.borderWidth === '0px' &&
    style.objectPosition === '50% 50%' &&
    style.getPropertyValue('object-view-box') === 'none';
  return sized ? null : 'in a box of another size than its picture';
}

/** Where it is moved to, and what lies before and behind it: with a transform it is painted where positioned elements are. */
function lookOf(canvas: HTMLCanvasElement): string {
  const { transform, translate, position } = nativeComputedStyle(canvas);
  const moved = [transform, translate === 'none' ? '0px' : translate].join();
  if (position !== 'static') return moved;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const around = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]));
  const order = around.map(([x = 0, y = 0]) => {
    const stack = document.elementsFromPoint(x, y);
    return stack.indexOf(canvas);
  });
  return [moved, ...order].join();
}
