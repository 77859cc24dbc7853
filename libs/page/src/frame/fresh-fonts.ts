/** Fonts that a frame is the first to need (reference: composition-format 7.6). */
import { hasUnloadedFonts, layOut } from '../natives/natives.js';

/**
 * What the frame that is shown waits for; empty when all its fonts are there. A browser asks for a font when it lays out text that needs
 * it, which would be after this frame was taken for complete: until the font comes, the text is not painted.
 */
export function freshFonts(): Promise<unknown>[] {
  if (hasUnloadedFonts()) layOut();
  return document.fonts.status === 'loading' ? [document.fonts.ready] : [];
}
