/**
 * What an element says of itself, also one whose fields have taken the name of it: `form.id` is the field where there is an
 * `<input name="id">` (HTML, "The form element", named properties).
 */
const getterOf = <Owner, T>(owner: object, name: string): ((element: Owner) => T) => {
  const get = Object.getOwnPropertyDescriptor(owner, name)?.get as () => T;
  return (element) => Reflect.apply(get, element, []);
};

export const idOf = getterOf<Element, string>(Element.prototype, 'id');
export const classListOf = getterOf<Element, DOMTokenList>(Element.prototype, 'classList');
export const childNodesOf = getterOf<Node, NodeListOf<ChildNode>>(Node.prototype, 'childNodes');

const styleOfHtml = getterOf<HTMLElement, CSSStyleDeclaration>(HTMLElement.prototype, 'style');
/** What its style attribute declares; undefined of an element of an unknown language. */
export function inlineStyleOf(element: HTMLElement | SVGElement): CSSStyleDeclaration;
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined;
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined {
  return element instanceof HTMLElement ? styleOfHtml(element) : (element as Partial<ElementCSSInlineStyle>).style;
}
