/** The few operations on a parse5 tree that compiling needs. */

import { FramefarmError } from '@framefarm/contract';
import { defaultTreeAdapter, html, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

export type Node = Tree.Node;
export type Element = Tree.Element;
export type Document = Tree.Document;
export type ParentNode = Tree.ParentNode;
export type Template = Tree.Template;

/** Deeper trees are refused: browsers flatten them and walking them would exhaust the stack. */
const MAX_DEPTH = 512;

/** Parses a file; uppercase names, missing tags and a byte order mark are taken as a browser takes them. */
export function parseHtml(text: string, file: string): Document {
  const document = parse(text.replace(/^\uFEFF/, ''), { sourceCodeLocationInfo: true });
  const open: { node: Node; depth: number }[] = [{ node: document, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > MAX_DEPTH) {
      throw new FramefarmError('EMPTY_COMPOSITION', `${file} nests elements more than ${MAX_DEPTH} deep`, {
        stage: 'compile',
        hint: 'Check that its elements are closed.',
      });
    }
    const depth = next.depth + 1;
    for (const child of childrenOf(next.node)) open.push({ node: child, depth });
    if (isTemplate(next.node)) open.push({ node: next.node.content, depth });
  }
  return document;
}

export const isElement = (node: Node): node is Element => 'tagName' in node;
export const isTemplate = (node: Node): node is Template =>
  isElement(node) && node.tagName === 'template' && 'content' in node;

export function childrenOf(node: Node): Tree.ChildNode[] {
  return 'childNodes' in node ? node.childNodes : [];
}

/** Elements below `node` in document order; contents of templates are inert and left out. */
export function elementsBelow(node: Node): Element[] {
  const found: Element[] = [];
  const visit = (parent: Node): void => {
    for (const child of childrenOf(parent)) {
      if (!isElement(child)) continue;
      found.push(child);
      visit(child);
    }
  };
  visit(node);
  return found;
}

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((entry) => qualified(entry) === name)?.value ?? null;
}

export function setAttribute(element: Element, name: string, value: string): void {
  const present = element.attrs.find((entry) => qualified(entry) === name);
  if (present === undefined) element.attrs.push({ name, value });
  else present.value = value;
}

export function removeAttribute(element: Element, name: string): void {
  element.attrs = element.attrs.filter((entry) => qualified(entry) !== name);
}

const qualified = (entry: { readonly name: string; readonly prefix?: string | undefined }): string =>
  entry.prefix ? `${entry.prefix}:${entry.name}` : entry.name;

export function textOf(node: Node): string {
  return childrenOf(node)
    .map((child) => ('value' in child && child.nodeName === '#text' ? child.value : ''))
    .join('');
}

export function setText(element: Element, text: string): void {
  element.childNodes = [];
  if (text !== '') defaultTreeAdapter.insertText(element, text);
}

export function createElement(tag: string, attributes: Readonly<Record<string, string>> = {}, text = ''): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const element = defaultTreeAdapter.createElement(tag, html.NS.HTML, attrs);
  if (text !== '') defaultTreeAdapter.insertText(element, text);
  return element;
}

export const detach = (node: Tree.ChildNode): void => defaultTreeAdapter.detachNode(node);
export const append = (parent: ParentNode, node: Tree.ChildNode): void => defaultTreeAdapter.appendChild(parent, node);

export function prepend(parent: ParentNode, node: Tree.ChildNode): void {
  const first = parent.childNodes[0];
  if (first === undefined) append(parent, node);
  else defaultTreeAdapter.insertBefore(parent, node, first);
}

/** `html`, `head` and `body`; parse5 always makes them. */
export function frameOf(document: Document): {
  readonly root: Element;
  readonly head: Element;
  readonly body: Element | null;
} {
  const root = document.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'html');
  const part = (tag: string) =>
    root?.childNodes.find((node): node is Element => isElement(node) && node.tagName === tag);
  const head = part('head');
  if (root === undefined || head === undefined)
    throw new FramefarmError('INTERNAL_ERROR', 'the HTML parser made no head');
  return { root, head, body: part('body') ?? null };
}

/** Line in the source file on which the text of a script or style begins, from 1. */
export function textLine(element: Element): number {
  return element.childNodes[0]?.sourceCodeLocation?.startLine ?? element.sourceCodeLocation?.startLine ?? 1;
}
