/**
 * Layers that remember nothing (docs/decisions/pictures-without-a-past.md). A layer that the compositor makes for `will-change` or for an
 * animation keeps the resolution at which it was drawn first, for as long as it lives: its picture would depend on the frame at which a
 * lane began. Below an element with `will-change: contents` no such layers are made, and stacking, boxes and blending stay as they are.
 */
import { nativeComputedStyle } from '../natives/natives.js';

const VALUE = 'contents';

/** For every document. */
export const LAYER_RULE = `:root { will-change: ${VALUE} !important; }`;

/**
 * Where something of the author's is stronger than the rule, the root has it in its own style, which no rule beats. To be called in each
 * frame, as scripts may write there too.
 */
export function keepLayerStyle(): void {
  const root = document.documentElement as Element | null;
  if (!(root instanceof HTMLElement || root instanceof SVGElement)) return;
  const { willChange } = nativeComputedStyle(root);
  // An iframe that is not shown has no styles.
  if (willChange !== VALUE && willChange !== '') root.style.setProperty('will-change', VALUE, 'important');
}
