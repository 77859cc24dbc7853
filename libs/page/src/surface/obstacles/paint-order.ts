/**
 * A transform paints an element where positioned ones are painted. For one that is not positioned that is another place in the order:
 * behind it is then what is positioned and comes before it, and what is not and comes after it.
 */

import { nativeComputedStyle } from '../../natives/natives.js';
import { holds, isMatch } from '../../natives/own-properties.js';

/** Elements that are looked at; where there are more it is not looked for the one that matters. */
const MOST = 300;
const NEVER_PAINTED = 'script, style, link, template, title, noscript';

/** Whether something that shows in the same place may be painted in another order with a transform on `element` that moves nothing. */
export function mayChangeOrder(element: Element): boolean {
  const style = nativeComputedStyle(element);
  if (isRaised(style)) return false;
  // What lies around a shadow tree is not looked through.
  if (element.getRootNode() !== document) return true;
  const own = element.getBoundingClientRect();
  const others = [...document.body.querySelectorAll('*')].filter(
    (other) => !holds(other, element) && !holds(element, other) && !isMatch(other, NEVER_PAINTED),
  );
  if (others.length > MOST) return true;
  return others.some((other) => {
    const { left, top, right, bottom, width, height } = other.getBoundingClientRect();
    if (width === 0 || height === 0) return false;
    const apart = left >= own.right || right <= own.left || top >= own.bottom || bottom <= own.top;
    if (apart || isWithinRaised(element.parentElement, other)) return false;
    return !(follows(other, element) && isWithinRaised(other, element));
  });
}

const follows = (other: Element, element: Element): boolean =>
  (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Whether `inner`, or what holds it and not `outer`, is painted where positioned elements are, with all that it holds. */
function isWithinRaised(inner: Element | null, outer: Element): boolean {
  for (let at = inner; at !== null && !holds(at, outer); at = at.parentElement) {
    if (isRaised(nativeComputedStyle(at))) return true;
  }
  return false;
}

/** Without regard to the transform that moves nothing. */
const isRaised = ({ position, opacity, transform, translate, rotate, scale, filter }: CSSStyleDeclaration): boolean =>
  position !== 'static' ||
  opacity !== '1' ||
  (translate !== 'none' && translate !== '0px') ||
  [transform, rotate, scale, filter].some((value) => value !== 'none');
