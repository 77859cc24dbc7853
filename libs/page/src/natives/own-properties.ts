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
const children = getterOf<HTMLCollection>(Element.prototype, 'children');
export const childrenOf = (element: Element): HTMLCollection => children.call(element);
const attributes = getterOf<NamedNodeMap>(Element.prototype, 'attributes');
export const attributesOf = (element: Element): NamedNodeMap => attributes.call(element);

const { matches, closest } = Element.prototype;
/** @throws SyntaxError as `matches` does. */
export const isMatch = (element: Element, selector: string): boolean => matches.call(element, selector);
/** The element itself or the nearest one around it. @throws SyntaxError as `closest` does. */
export const closestOf = (element: Element, selector: string): Element | null => closest.call(element, selector);
const { contains } = Node.prototype;
/** Whether a node is another or one inside it. */
export const holds = (outer: Node, inner: Node): boolean => contains.call(outer, inner);

const htmlStyle = getterOf<CSSStyleDeclaration>(HTMLElement.prototype, 'style');
/** What its style attribute declares; undefined of an element of an unknown language. */
export function inlineStyleOf(element: HTMLElement | SVGElement): CSSStyleDeclaration;
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined;
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined {
  return element instanceof HTMLElement ? htmlStyle.call(element) : (element as Partial<ElementCSSInlineStyle>).style;
}
