/** What scripts find by selectors after the content of a page was moved below a canvas: what they found before, not what is ours. */
import { holds } from '../../natives/own-properties.js';
import { replaceMethod } from '../../natives/wrap-natives.js';
import { isOurs, OUR_ELEMENTS } from './ours.js';

const OWNERS = [Document.prototype, Element.prototype];
/** A native list of the same elements in the same order. */
const withoutOurs = (selector: unknown): string => `:is(${String(selector)}):not(${OUR_ELEMENTS.join()})`;

/**
 * To be called once.
 * @param content holds all that is not ours
 */
export function findAsBefore(content: Element): void {
  for (const owner of OWNERS) {
    replaceMethod<ParentNode>(owner, 'querySelector', (_, native, [selector]) => {
      const found = native();
      return found instanceof Element && isOurs(found) ? native(withoutOurs(selector)) : found;
    });
    replaceMethod<ParentNode>(owner, 'querySelectorAll', (_, native, [selector]) => {
      const found = native();
      return holdsOurs(found as NodeListOf<Element>, content) ? native(withoutOurs(selector)) : found;
    });
  }
}

/** Looks no further than to the first that is in the content: ours come before. */
function holdsOurs(found: NodeListOf<Element>, content: Element): boolean {
  for (const element of found) {
    if (isOurs(element)) return true;
    if (holds(content, element)) return false;
  }
  return false;
}
