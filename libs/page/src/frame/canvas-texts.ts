/**
 * Text on canvases whose font is still on its way. A canvas keeps what was drawn with another font, so that a frame in which this happens is
 * shown anew when the font is there (reference: composition-format 7.6).
 */
import { wrapMethod } from '../natives/wrap-natives.js';

/** Drawing, and measuring, by which a page places what it draws. */
const METHODS = ['fillText', 'strokeText', 'measureText'];

export interface CanvasTexts {
  /** A frame begins to be shown. */
  begin(): void;
  /** Whether a text of this frame was drawn or measured while fonts were loading. */
  areEarly(): boolean;
}

/** Call it before any script of the page. */
export function watchCanvasTexts(): CanvasTexts {
  const { fonts } = document;
  let early = false;
  const note = (): void => {
    early ||= fonts.status === 'loading';
  };
  for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    for (const method of METHODS) wrapMethod(prototype, method, note);
  }
  return {
    begin() {
      early = false;
    },
    areEarly: () => early,
  };
}
