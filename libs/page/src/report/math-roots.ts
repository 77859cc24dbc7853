/** Roots of MathML: browsers draw their sign from tables that only fonts for mathematics have, and none is bundled (reference: composition-format 10). */
import type { Trees } from '../document/trees.js';
import { nativeComputedStyle } from '../natives/natives.js';
import { nameOf } from '../page.js';
import type { WarningLog } from './warnings.js';

/** Less than any sign is wide, px. */
const NARROWER_THAN_A_SIGN = 0.5;

/** Tells of the first root that is shown as what stands under it alone. To be called when its fonts are there. */
export function reportMathRoots(log: WarningLog, trees: Trees): void {
  for (const tree of trees.now()) {
    const root = [...tree.querySelectorAll('msqrt, mroot')].find(lacksSign);
    if (root === undefined) continue;
    log.warn(
      'unsupported_feature',
      `The root in ${nameOf(root.closest('math') ?? root)} is shown without its sign, as its font has no signs for mathematics: give "math" a font that has them, such as STIX Two Math, by @font-face`,
      { feature: 'mathml-root' },
    );
    return;
  }
}

/** A sign stands before what it is of, which begins where its element does without one. */
function lacksSign(root: Element): boolean {
  const base = root.firstElementChild;
  const whole = root.getBoundingClientRect();
  if (base === null || whole.width === 0) return false;
  const its = base.getBoundingClientRect();
  const before = nativeComputedStyle(root).direction === 'rtl' ? whole.right - its.right : its.left - whole.left;
  return Math.abs(before) < NARROWER_THAN_A_SIGN;
}
