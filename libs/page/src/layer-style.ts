/**
 * Layers that remember nothing (docs/decisions/pictures-without-a-past.md). A layer that the compositor makes for `will-change` or for an
 * animation keeps the resolution at which it was drawn first, for as long as it lives: its picture would depend on the frame at which a
 * lane began. Below an element with `will-change: contents` no such layers are made, and stacking, boxes and blending stay as they are.
 */
export const LAYER_RULE = ':root { will-change: contents !important; }';

/** For a document in an iframe, which may be no HTML; before its own scripts. The page's own style has the rule itself. */
export function installLayerStyle(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LAYER_RULE);
  const install = (): void => {
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  };
  install();
  // The document's scripts may have put others in its place.
  document.addEventListener('DOMContentLoaded', install);
}
