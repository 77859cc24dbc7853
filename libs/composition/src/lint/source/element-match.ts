/** Which elements of a source a selector means, as far as the source can tell. */
import parser from 'postcss-selector-parser';
import { attribute, type Element, isElement, type Node } from '../../source/dom.js';

const cache = new Map<string, parser.Root | null>();

function parse(selector: string): parser.Root | null {
  let found = cache.get(selector);
  if (found === undefined) {
    try {
      found = parser().astSync(selector);
    } catch {
      found = null;
    }
    if (cache.size > 5000) cache.clear();
    cache.set(selector, found);
  }
  return found;
}

/**
 * True when the element is among those the selector means. Combinators other than descendant and child, and states such
 * as `:hover` or `:nth-child()`, count as no match: a rule would rather miss a case than make one up.
 */
export function matches(element: Element, selector: string): boolean {
  return (parse(selector)?.nodes ?? []).some((complex) => matchesComplex(element, complex.nodes));
}

function matchesComplex(element: Element, nodes: readonly parser.Node[]): boolean {
  let start = nodes.length;
  while (start > 0 && nodes[start - 1]?.type !== 'combinator') start -= 1;
  const compound = nodes.slice(start).filter((node) => node.type !== 'comment');
  if (compound.length === 0 || !compound.every((node) => matchesSimple(element, node))) return false;
  if (start === 0) return true;
  const combinator = nodes[start - 1]?.value?.trim() ?? '';
  const rest = nodes.slice(0, start - 1);
  if (combinator === '>') {
    const parent = parentElement(element);
    return parent !== null && matchesComplex(parent, rest);
  }
  if (combinator !== '') return false;
  for (let at = parentElement(element); at !== null; at = parentElement(at)) if (matchesComplex(at, rest)) return true;
  return false;
}

function matchesSimple(element: Element, node: parser.Node): boolean {
  switch (node.type) {
    case 'universal':
      return true;
    case 'tag':
      return element.tagName.toLowerCase() === node.value.toLowerCase();
    case 'id':
      return attribute(element, 'id') === node.value;
    case 'class':
      return classesOf(element).includes(node.value);
    case 'attribute': {
      const value = attribute(element, node.attribute);
      if (value === null) return false;
      return node.operator === undefined || (node.operator === '=' && value === node.value);
    }
    default:
      return false;
  }
}

export const classesOf = (element: Element): string[] =>
  (attribute(element, 'class') ?? '').split(/\s+/).filter(Boolean);

export function parentElement(node: Node): Element | null {
  const parent = 'parentNode' in node ? node.parentNode : null;
  return parent !== null && isElement(parent) ? parent : null;
}

export function isInside(element: Element, ancestor: Element): boolean {
  for (let at = parentElement(element); at !== null; at = parentElement(at)) if (at === ancestor) return true;
  return false;
}
