/**
 * Parts that the browser itself puts into elements, such as the bar in a `progress`. Styles reach them by pseudo-elements, but what
 * moves them is told to no script and cannot be set to a time: it would stand wherever the clock of the machine left it. So it does
 * not begin, and is told of (composition-format G1).
 */

import { ownStyle } from '../../document/own-elements.js';
import type { Trees } from '../../document/trees.js';
import { isMatch } from '../../natives/own-properties.js';
import type { WarningLog } from '../../report/warnings.js';
import { selectorParts } from '../../surface/readable/selectors.js';
import { styleTexts } from '../../surface/readable/style-texts.js';

/** By what holds them. */
const PARTS: readonly { readonly host: string; readonly names: readonly string[]; readonly followsValue: boolean }[] = [
  { host: 'details', names: ['details-content'], followsValue: true },
  {
    host: 'progress',
    names: ['-webkit-progress-inner-element', '-webkit-progress-bar', '-webkit-progress-value'],
    followsValue: true,
  },
  {
    host: 'meter',
    names: ['inner-element', 'bar', 'optimum-value', 'suboptimum-value', 'even-less-good-value'].map(
      (name) => `-webkit-meter-${name}`,
    ),
    followsValue: true,
  },
  // Transitions of these are for pointers, which no render has.
  {
    host: 'input',
    names: [
      ...['-webkit-slider-container', '-webkit-slider-runnable-track', '-webkit-slider-thumb'],
      ...['-webkit-color-swatch', '-webkit-calendar-picker-indicator', '-webkit-search-cancel-button'],
      ...['file-selector-button', '-webkit-file-upload-button'],
    ],
    followsValue: false,
  },
  { host: 'input, textarea', names: ['placeholder', '-webkit-input-placeholder'], followsValue: false },
];

/** Names of their pseudo-elements, which the style of the page keeps still. */
export const INNER_PARTS: readonly string[] = PARTS.flatMap(({ names }) => names);

const STILL = /^(?:|none|0s(?:, 0s)*|initial|inherit|unset|revert|revert-layer)$/;
/** Whether a declaration sets something; a value that holds a variable stands in its shorthand alone. */
const sets = (style: CSSStyleDeclaration, shorthand: string, part: string): boolean =>
  !STILL.test(style.getPropertyValue(`${shorthand}-${part}`) || style.getPropertyValue(shorthand));

/** Tells of rules that move such a part of an element in the page. */
export function reportInnerParts(log: WarningLog, trees: Trees): void {
  const declared = ownStyle();
  for (const style of styleTexts(trees)) {
    if (style.kind !== 'rule' || !style.selector.includes('::') || !/transition|animation/.test(style.text)) continue;
    declared.cssText = style.text;
    const animates = sets(declared, 'animation', 'name');
    if (!animates && !sets(declared, 'transition', 'duration')) continue;
    for (const selector of selectorParts(style.selector)) {
      const [, before = '', name = ''] = /^(.*?)::([\w-]+)/.exec(selector.trim()) ?? [];
      const part = PARTS.find(({ names }) => names.includes(name));
      if (part === undefined || !(animates || part.followsValue) || !isThere(style.tree, before, part.host)) continue;
      log.warn(
        'unsupported_feature',
        `"${selector.trim()}" is a part that the browser makes, and nothing in a page can set what moves it to a time: it changes at once; move an element of your own instead`,
        { feature: `motion of ::${name}`, source: selector.trim() },
      );
    }
  }
}

function isThere(tree: ParentNode, selector: string, host: string): boolean {
  try {
    return [...tree.querySelectorAll(host)].some((element) => isMatch(element, selector === '' ? '*' : selector));
  } catch {
    // A selector that ends in a combinator stands for anything below.
    return tree.querySelector(host) !== null;
  }
}
