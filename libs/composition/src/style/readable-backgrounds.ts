/**
 * Pictures of other origins that styles show, asked for as ones that may be read: `url("…" cross-origin(anonymous))` (CSS Values 5, 4.5). A
 * browser that does not know that drops the declaration as a whole, so what the author wrote stays before it.
 */
import type { Root } from 'postcss';
import { parseCss } from './stylesheet.js';

/** Properties that show pictures and ask for them without more; masks and shapes ask so by themselves. */
const SHOWS =
  /^(?:-webkit-)?(?:background|background-image|border-image|border-image-source|list-style|list-style-image|content)$/i;
/** Runs of plain characters are one class each, as in `css-urls.ts`. */
const ELSEWHERE = /url\(\s*("(?:https?:)?\/\/[^"\\]*"|'(?:https?:)?\/\/[^'\\]*'|(?:https?:)?\/\/[^\s"'()\\]*)\s*\)/gi;

/** A sheet that asks so; null where it shows nothing of another origin. */
export function askInSheet(css: string): string | null {
  if (css.search(ELSEWHERE) < 0) return null;
  const sheet = parseCss(css);
  return askIn(sheet) ? sheet.toString() : null;
}

/** The same for a `style` attribute. */
export function askInAttribute(style: string): string | null {
  if (style.search(ELSEWHERE) < 0) return null;
  const declarations = parseCss(style);
  return askIn(declarations) ? declarations.toString() : null;
}

function askIn(root: Root): boolean {
  let asked = false;
  root.walkDecls(SHOWS, (declaration) => {
    const value = declaration.value.replaceAll(ELSEWHERE, (_, address: string) => {
      const quoted = /^["']/.test(address) ? address : `"${address}"`;
      return `url(${quoted} cross-origin(anonymous))`;
    });
    if (value === declaration.value) return;
    declaration.cloneBefore();
    declaration.value = value;
    asked = true;
  });
  return asked;
}
