/**
 * What scripts see of body after its content was moved below a canvas in it: the content, not the canvas. What they put into body, or
 * beside something in it, goes where the content is.
 */

import { nativeParentOf } from '../../natives/natives.js';
import { childrenOf } from '../../natives/own-properties.js';

/** Read-only properties of body that tell of its children. */
const TOLD = [
  ...['children', 'childNodes', 'firstChild', 'lastChild', 'firstElementChild', 'lastElementChild'],
  'childElementCount',
] as const;
/** Methods of body by which children come and go, and one that asks for them. */
const DONE = [
  ...['append', 'prepend', 'appendChild', 'insertBefore', 'replaceChild', 'removeChild', 'replaceChildren'],
  ...['insertAdjacentElement', 'insertAdjacentHTML', 'insertAdjacentText'],
  'hasChildNodes',
] as const;
/** Places of `insertAdjacent…` that are beside an element and not in it. */
const OUTSIDE = /^(?:beforebegin|afterend)$/i;

/** What an element tells of where it is. */
const PARENTS = [
  [Node.prototype, 'parentNode'],
  [Node.prototype, 'parentElement'],
  [HTMLElement.prototype, 'offsetParent'],
] as const;

/** To be called once. */
export function showAsBefore(body: HTMLElement, content: HTMLElement): void {
  for (const child of childrenOf(content)) {
    for (const [owner, name] of PARENTS) {
      const native = Object.getOwnPropertyDescriptor(owner, name)?.get;
      if (native === undefined || !(child instanceof HTMLElement)) continue;
      const get = (): unknown => {
        const found: unknown = native.call(child);
        return found === content ? body : found;
      };
      Object.defineProperty(child, name, { configurable: true, enumerable: true, get });
    }
  }
  for (const name of TOLD) {
    Object.defineProperty(body, name, { configurable: true, enumerable: true, get: () => content[name] });
  }
  for (const name of DONE) {
    const method = body[name] as (...args: unknown[]) => unknown;
    const value = (...args: unknown[]): unknown => {
      const beside = name.startsWith('insertAdjacent') && OUTSIDE.test(String(args[0]));
      const [, reference] = args;
      // What body itself holds still: its scripts.
      const own = reference instanceof Node && nativeParentOf(reference) === body;
      const removed = name === 'removeChild' && args[0] instanceof Node && nativeParentOf(args[0]) === body;
      return Reflect.apply(method, beside || own || removed ? body : content, args);
    };
    Object.defineProperty(body, name, { configurable: true, enumerable: false, writable: true, value });
  }
}
