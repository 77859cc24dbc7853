/** Which media is mixed, as far as the source tells (reference: composition-format 9.2). */
import { attribute, type Element, isElement } from '../../source/dom.js';

/** False for media that is muted, hidden by itself or by what is around it, or a video that says it has no sound. */
export function joinsMix(element: Element): boolean {
  if (attribute(element, 'muted') !== null || attribute(element, 'data-has-audio') === 'false') return false;
  for (let at: Element['parentNode'] = element; at !== null && isElement(at); at = at.parentNode) {
    if (attribute(at, 'data-hidden') !== null) return false;
  }
  return true;
}
