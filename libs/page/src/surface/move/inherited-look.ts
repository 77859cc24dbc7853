/** What the children of an element inherit, given to those of another one that has none of it. */

import { nativeComputedStyle, nativeStyleMap } from '../../natives/natives.js';
import { closestOf } from '../../natives/own-properties.js';

/** Others that name the current colour would else look as if they were set. */
const FIRST = ['color', 'color-scheme'];

/**
 * Children of `to` inherit what those of `from` do: all that differs in an element without a box below each of them, whatever a browser
 * lets be inherited and rules hand on by `inherit`. Variables are inherited already.
 */
export function inheritLook(from: Element, to: HTMLElement): void {
  const [there, here] = [probeIn(from), probeIn(to)];
  const [wanted, found] = [nativeComputedStyle(there), nativeComputedStyle(here)];
  for (const names of [FIRST, [...wanted].filter((name) => !name.startsWith('--'))]) {
    const differing = names
      .map((name) => [name, wanted.getPropertyValue(name)] as const)
      .filter(([name, value]) => value !== found.getPropertyValue(name));
    for (const [name, value] of differing) {
      to.style.setProperty(name, name === 'line-height' ? lineHeight(there, value) : value, 'important');
    }
  }
  there.remove();
  here.remove();
  const language = closestOf(from, '[lang]')?.getAttribute('lang');
  if (language !== null && language !== undefined) to.lang = language;
}

/** A number is inherited as such, and told in pixels of one font. */
function lineHeight(element: Element, pixels: string): string {
  return String(nativeStyleMap(element).get('line-height') ?? pixels);
}

function probeIn(parent: Element): HTMLElement {
  const probe = document.createElement('ff-surface-probe');
  probe.style.cssText = 'display:none !important';
  parent.append(probe);
  return probe;
}
