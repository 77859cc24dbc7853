/**
 * Animations that begin when something is scrolled to (`animation-trigger`): when that was depends on all frames before, and only the browser
 * knows. They stand where they begin, which is told (composition-format G1).
 */

import type { Trees } from '../../document/trees.js';
import type { WarningLog } from '../../report/warnings.js';
import { styleTexts } from '../../surface/readable/style-texts.js';

const TRIGGERED =
  /(?<![\w-])animation-trigger:(?!\s*(?:none|initial|inherit|unset|revert|revert-layer)\s*(?:[!;}]|$))/i;

/** Tells of styles that have an animation wait for a trigger. */
export function reportTriggers(log: WarningLog, trees: Trees): void {
  for (const style of styleTexts(trees)) {
    if ((style.kind !== 'rule' && style.kind !== 'attribute') || !TRIGGERED.test(style.text)) continue;
    log.warn(
      'unsupported_feature',
      'An animation with animation-trigger stands where it begins: let it begin by a time, or follow scrolling by animation-timeline',
      { feature: 'animation-trigger' },
    );
  }
}
