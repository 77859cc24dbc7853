/** Which part of a child file becomes content of its host (reference: composition-format 6, order of preference). */
import { FramefarmError } from '@framefarm/contract';
import {
  attribute,
  childrenOf,
  type Document,
  type Element,
  elementsBelow,
  frameOf,
  isElement,
  isTemplate,
  type Node,
  parseHtml,
  type Template,
  textOf,
} from '../source/dom.js';

export interface ChildContent {
  /** Nodes to place into the host, in order. */
  readonly nodes: readonly Node[];
  /** Styles, links and scripts from elsewhere in the file that count too, before those inside `nodes`. */
  readonly extra: readonly Element[];
  /** Attributes of `html` and `body` for the box; empty when a template was used. */
  readonly frames: readonly Element[];
  readonly htmlElement: Element | null;
  /** Tags of elements outside the template that the rule leaves out. */
  readonly leftOut: readonly string[];
}

export function emptyComposition(file: string, host: string, reason: string, cause?: unknown): FramefarmError {
  return new FramefarmError('EMPTY_COMPOSITION', `${file} (data-composition-src of "${host}") ${reason}`, {
    stage: 'compile',
    details: { file, host, reason },
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Content of a child file for the host `id`: `<template id="<id>-template">`, the first template, the body.
 * @throws FramefarmError EMPTY_COMPOSITION when nothing usable is in it.
 */
export function readChildDocument(text: string, file: string, id: string): ChildContent {
  if (text.includes('\0')) throw emptyComposition(file, id, 'holds NUL bytes, so it is no HTML text');
  if (text.trim() === '') throw emptyComposition(file, id, 'is empty');
  const document = parseHtml(text, file);
  const content = chooseContent(document, id);
  if (content.nodes.some(isElement) || content.extra.some((element) => element.tagName === 'script')) return content;
  const words = content.nodes
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .trim();
  const place = content.frames.length === 0 ? 'its template' : 'its body';
  throw emptyComposition(
    file,
    id,
    words === '' ? `has no content: ${place} is empty` : `cannot be read as HTML: ${place} holds no element`,
  );
}

function chooseContent(document: Document, id: string): ChildContent {
  const { root, head, body } = frameOf(document);
  const all = elementsBelow(document);
  const templates = all.filter(isTemplate);
  const template = templates.find((entry) => attribute(entry, 'id') === `${id}-template`) ?? templates[0];
  if (template !== undefined) {
    const outside = all.filter((element) => !isTemplate(element));
    const links = outside.filter((element) => element.tagName === 'link');
    const dropped = outside.filter(
      (element) =>
        element !== root &&
        element !== head &&
        element !== body &&
        (['style', 'script'].includes(element.tagName) || (body !== null && isBelow(element, body))) &&
        element.tagName !== 'link',
    );
    return {
      nodes: childrenOf((template as Template).content),
      extra: links,
      frames: [],
      htmlElement: root,
      leftOut: [...new Set(dropped.map((element) => `<${element.tagName}>`))],
    };
  }
  const extra = elementsBelow(head).filter((element) => ['style', 'script', 'link'].includes(element.tagName));
  return {
    nodes: body === null ? [] : childrenOf(body),
    extra,
    frames: body === null ? [root] : [root, body],
    htmlElement: root,
    leftOut: [],
  };
}

function isBelow(element: Element, ancestor: Element): boolean {
  for (let at: Node | null = element.parentNode; at !== null; at = 'parentNode' in at ? at.parentNode : null) {
    if (at === ancestor) return true;
  }
  return false;
}

/** Inline template that may fill an empty host: `<id>-template`, or a template with the id itself. */
export function inlineTemplate(templates: readonly Template[], id: string): Template | undefined {
  return (
    templates.find((entry) => attribute(entry, 'id') === `${id}-template`) ??
    templates.find((entry) => attribute(entry, 'id') === id)
  );
}

/** True when nothing but white space and comments stands in the element. */
export function isEmpty(element: Element): boolean {
  return !childrenOf(element).some(isElement) && textOf(element).trim() === '';
}
