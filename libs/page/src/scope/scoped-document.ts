/** A document whose look-ups see one instance only (reference: composition-format 6). */

import { INSTANCE_ATTRIBUTE } from '@framefarm/contract';
import { isMatch } from '../natives/own-properties.js';
import { byAuthoredId } from './authored-ids.js';

/** Elements of an instance that match, its own element included, in document order. */
export function selectIn(root: Element | null, selector: string): Element[] {
  if (root === null) return [];
  const inside = [...root.querySelectorAll(selector)];
  return isMatch(root, selector) ? [root, ...inside] : inside;
}

/** What a selector of a document's own elements begins with, where it ends there or goes on to their children. */
const PAGE_ELEMENT = /^\s*(?:html|body|:root)\s*(?=>|$)/i;

/** Look-ups by the selectors that a child's scripts write; in them it names its own box by the id it was written with, which a mount may not carry. */
export function selectorOf(
  rootOf: () => Element | null,
  runtimeId: string,
  authoredId: string,
): (selector: string) => Element[] {
  const own = new RegExp(
    `\\[data-composition-id=(["']?)${authoredId.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\1\\]`,
    'g',
  );
  return (selector) => {
    const root = rootOf();
    if (root === null) return [];
    const marked = (attribute: string): string => `[${attribute}="${CSS.escape(runtimeId)}"]`;
    const present = (attribute: string): string =>
      marked(root.querySelector(marked(attribute)) === null ? INSTANCE_ATTRIBUTE : attribute);
    let text = selector;
    if (PAGE_ELEMENT.test(text)) text = text.replace(PAGE_ELEMENT, present('data-ff-box'));
    if (text.includes('data-composition-id')) text = text.replace(own, present('data-ff-root'));
    return selectIn(root, text);
  };
}

/** The elements as the lists of the DOM have them. */
const listOf = (elements: Element[]): Element[] =>
  Object.defineProperty(elements, 'item', { value: (index: number) => elements[index] ?? null });

type Lookup = (...args: unknown[]) => unknown;

export function scopedDocument(
  rootOf: () => Element | null,
  select: (selector: string) => Element[],
  runtimeId: string,
): Document {
  const lookups: Record<string, Lookup> = {
    querySelector: (selector) => select(String(selector))[0] ?? null,
    querySelectorAll: (selector) => listOf(select(String(selector))),
    getElementById: (id) => selectIn(rootOf(), byAuthoredId(String(id)))[0] ?? null,
    getElementsByClassName: (names) =>
      listOf(
        selectIn(
          rootOf(),
          String(names)
            .trim()
            .split(/\s+/)
            .map((name) => `.${CSS.escape(name)}`)
            .join(''),
        ),
      ),
    getElementsByTagName: (name) => listOf(select(String(name))),
    getElementsByName: (name) => listOf(selectIn(rootOf(), `[name="${CSS.escape(String(name))}"]`)),
  };
  /** Stands for the child's `html` and `body`. */
  const box = (): Element | null => rootOf()?.querySelector(`[data-ff-box="${CSS.escape(runtimeId)}"]`) ?? rootOf();
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(document, {
    get(target, key) {
      if (typeof key === 'string' && Object.hasOwn(lookups, key)) return lookups[key];
      if (key === 'body' || key === 'documentElement') return box() ?? Reflect.get(target, key, target);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      let bound = methods.get(key);
      if (bound === undefined) {
        bound = (value as (...args: unknown[]) => unknown).bind(target);
        methods.set(key, bound);
      }
      return bound;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}
