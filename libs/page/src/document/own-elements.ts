/** Elements that framefarm itself makes in documents that may be no HTML: a frame or an `object` holds SVG as well. */

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** An HTML element in a document of any kind; what `createElement` makes in one of SVG has neither style nor shadow tree. */
export const ownElement = (name: string): HTMLElement => document.createElementNS(HTML_NAMESPACE, name) as HTMLElement;

/** A style in which declarations can be taken apart, of an element that is in no document. */
export const ownStyle = (): CSSStyleDeclaration => ownElement('i').style;

/** Where an element may lie that shows nothing: SVG has no head, and does not show HTML. */
export const ownPlace = (): Element => document.head ?? document.documentElement;
