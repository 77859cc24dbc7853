/**
 * Parts of the document that an SVG `use` shows: the browser shows copies of them, whose CSS animations run by its own clock and are told to no
 * script. So they are told of (composition-format G1).
 */
import type { Trees } from '../../document/trees.js';
import { nativeComputedStyle } from '../../natives/natives.js';
import { nameOf } from '../../page.js';
import type { WarningLog } from '../../report/warnings.js';

const isAnimated = (element: Element): boolean => nativeComputedStyle(element).animationName !== 'none';

/** Tells of parts in use that a style animates. */
export function reportUsedParts(log: WarningLog, trees: Trees): void {
  for (const tree of trees.now()) {
    for (const use of tree.querySelectorAll('use')) {
      const target = use instanceof SVGUseElement ? use.href.baseVal : '';
      const part = target.startsWith('#') ? tree.getElementById(target.slice(1)) : null;
      const moved = part === null ? undefined : [part, ...part.querySelectorAll('*')].find(isAnimated);
      if (moved === undefined) continue;
      log.warn(
        'unsupported_feature',
        `"${nameOf(moved)}" has a CSS animation, and moves by the browser's own clock where a <use> shows "${target}": write the part where it is shown, or animate it by <animate> or the <use> itself`,
        { feature: 'CSS animation in a used part', source: target, element: nameOf(moved) },
      );
    }
  }
}
