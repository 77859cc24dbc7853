/**
 * What an element says of itself, also one whose fields have taken the name of it: `form.id` is the field where there is an
 * `<input name="id">` (HTML, "The form element", named properties).
 */
import { getterOf } from './natives.js';

const id = getterOf<string>(Element.prototype, 'id');
export const idOf = (element: Element): string => id.call(element);
const classList = getterOf<DOMTokenList>(Element.prototype, 'classList');
export const classListOf = (element: Element): DOMTokenList => classList.call(element);
const childNodes = getterOf<NodeListOf<ChildNode>>(Node.prototype, 'childNodes');
export const childNodesOf = (node: Node): NodeListOf<ChildNode> => childNodes.call(node);

const htmlStyle = getterOf<CSSStyleDeclaration>(HTMLElement.prototype, 'style');
/** What its style attribute declares; undefined of an element of an unknown language. */
export function inlineStyleOf(element: HTMLElement | SVGElement): CSSStyleDeclaration;
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined;
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined {
  return element instanceof HTMLElement ? htmlStyle.call(element) : (element as Partial<ElementCSSInlineStyle>).style;
}
