/**
 * Text on canvases whose font is still on its way. A canvas keeps what was drawn with another font, so that a frame in which this happens is
 * shown anew when the font is there (reference: composition-format 7.6).
 */
import { wrapMethod } from '../natives/wrap-natives.js';
import { nameOf } from '../page.js';
import type { FontUser } from '../report/fonts.js';

/** Drawing, and measuring, by which a page places what it draws. */
const DRAWING = ['fillText', 'strokeText'];
const MEASURING = 'measureText';
/** Fonts of a page that were drawn with before its first frame; others come from sizes that change. */
const MOST_FONTS = 100;

export interface CanvasTexts {
  /** A frame begins to be shown. */
  begin(): void;
  /** Whether a text of this frame was drawn or measured while fonts were loading. */
  areEarly(): boolean;
  /** What was drawn before the first frame. */
  drawn(): readonly FontUser[];
}

/** Call it before any script of the page. */
export function watchCanvasTexts(): CanvasTexts {
  const { fonts } = document;
  let early = false;
  const note = (): void => {
    early ||= fonts.status === 'loading';
  };
  const drawn = new Map<string, string>();
  let isShown = false;
  const noteDrawn = (context: unknown): void => {
    note();
    if (isShown || drawn.size >= MOST_FONTS) return;
    const { font, canvas } = context as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
    if (!drawn.has(font)) drawn.set(font, canvas instanceof Element ? nameOf(canvas) : 'canvas');
  };
  for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    for (const method of DRAWING) wrapMethod(prototype, method, noteDrawn);
    wrapMethod(prototype, MEASURING, note);
  }
  return {
    begin() {
      early = false;
      isShown = true;
    },
    areEarly: () => early,
    drawn: () => [...drawn].map(([font, name]) => ({ name, families: familiesOf(font) })),
  };
}

/** The families of a font as a canvas tells it, which has its size in px before them. */
function familiesOf(font: string): string {
  return /(?:^|\s)[\d.e+-]+px\s+(.*)$/.exec(font)?.[1] ?? '';
}
