/** Whether an element lies in the plane of the page: nothing of it has a back that could be seen. */
import { nativeComputedStyle } from '../../natives/natives.js';

/** Transforms that stay in the plane are computed as `matrix(…)`, all others as `matrix3d(…)` (CSS Transforms 2, Serialization of the Computed Value). */
const IN_PLANE = /^(?:none|matrix\(.*\))?$/;

/** Asks of the element and all that it lies in, as they are at the time of this call; each is looked at once. */
export function uprightNow(): (element: Element) => boolean {
  const known = new Map<Element, boolean>();
  const upright = (element: Element): boolean => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const parent = parentOf(element);
    const is = isInPlane(nativeComputedStyle(element)) && (parent === null || upright(parent));
    known.set(element, is);
    return is;
  };
  return upright;
}

/**
 * Whether what transforms an element leaves it in the plane of what it lies in. `rotate` names an axis before its angle where it is not that of
 * the plane; `scale` and `translate` have a third value.
 */
export const isInPlane = ({ transform, rotate, scale, translate }: CSSStyleDeclaration): boolean =>
  IN_PLANE.test(transform) && valuesIn(rotate) < 2 && valuesIn(scale) < 3 && valuesIn(translate) < 3;

/** How many values a property has, or more where one is computed of others. */
const valuesIn = (text: string): number => text.replaceAll(/\(.*?\)+/g, '').split(/\s+/).length;

function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
}
