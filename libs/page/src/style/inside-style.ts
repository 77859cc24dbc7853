/** Rules of framefarm itself for documents in iframes, which keep their own layout. */
import { LAYER_RULE } from './layer-style.js';
import { STILL_RULES } from './page-style.js';

/** For a document that may be no HTML; before its own scripts. */
export function installInsideStyle(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([LAYER_RULE, ...STILL_RULES].join('\n'));
  const install = (): void => {
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  };
  install();
  // The document's scripts may have put others in its place.
  document.addEventListener('DOMContentLoaded', install);
}
