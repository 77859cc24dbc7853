/** Nothing lies behind the composition of an output with alpha (composition-format 12): `html` and `body` have no background. */
import { nativeComputedStyle } from '../natives/natives.js';

const CLEAR = 'rgba(0, 0, 0, 0)';

export const CLEAR_RULE = 'html, body { background: transparent !important; }';

/**
 * Where something of the author's is stronger than the rule, both have it in their own style, which no rule beats. To be called in each
 * frame, as scripts may write there too.
 */
export function keepGroundClear(): void {
  for (const element of [document.documentElement, document.body] as (Element | null)[]) {
    if (!(element instanceof HTMLElement)) continue;
    const { backgroundColor, backgroundImage } = nativeComputedStyle(element);
    if (backgroundColor === CLEAR && backgroundImage === 'none') continue;
    element.style.setProperty('background', 'transparent', 'important');
  }
}
