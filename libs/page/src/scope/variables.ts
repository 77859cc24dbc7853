/** Variables of each mounted composition: answers, bindings and custom properties (reference: composition-format 8). */
import { boundUrl, isBindableUrl, propertyNames, takesBoundSource } from '@framefarm/composition/bindings';
import type { CompositionInstance } from '@framefarm/contract';
import { INSTANCE_ATTRIBUTE } from '@framefarm/contract';
import { findRoot } from '../document/composition-tree.js';
import { childNodesOf, closestOf, inlineStyleOf } from '../natives/own-properties.js';
import type { Page } from '../page.js';
import { cssValue, scalarOf } from './variable-texts.js';

type StyleOf = (element: Element) => CSSStyleDeclaration;

export interface Variables {
  /** A copy of the merged variables of an instance, by runtime id; the root's without one. */
  of(id?: string): Record<string, unknown>;
  /** Applies bindings to elements that were not bound yet. */
  bind(): void;
}

/** `styleOf` is the native `getComputedStyle`: the page's own is watched. */
export function createVariables(page: Page, styleOf: StyleOf): Variables {
  const { instances } = page.config;
  const byId = new Map(instances.map((instance) => [instance.runtimeId, instance]));
  const root = instances.find((instance) => instance.parentId === null);
  const bound = new WeakSet<Element>();
  const styled = new WeakSet<Element>();

  const ownerOf = (element: Element): CompositionInstance | undefined => {
    const at = closestOf(element, `[${INSTANCE_ATTRIBUTE}]`);
    return byId.get(at?.getAttribute(INSTANCE_ATTRIBUTE) ?? '') ?? root;
  };

  const bindText = (element: Element, value: unknown): void => {
    const text = scalarOf(value);
    if (text === null) return;
    const own = [...childNodesOf(element)].filter((node) => node.nodeType === Node.TEXT_NODE);
    const first = own.find((node) => node.textContent?.trim() !== '') ?? own[0];
    if (first === undefined) {
      element.prepend(String(text));
      return;
    }
    first.textContent = String(text);
    for (const node of own) if (node !== first) node.textContent = '';
  };

  const setProperties = (element: HTMLElement, instance: CompositionInstance): void => {
    const style = styleOf(element);
    for (const [id, value] of Object.entries(instance.variables)) {
      const scalar = scalarOf(value) ?? boundUrl(value);
      if (scalar === null) continue;
      for (const property of propertyNames(id)) {
        const name = `--${property}`;
        const authored = style.getPropertyValue(name) !== '' && inheritedFrom(element, name, styleOf) === null;
        if (authored && !instance.overridden.includes(id)) continue;
        inlineStyleOf(element)?.setProperty(name, cssValue(scalar));
      }
    }
  };

  return {
    of(id) {
      const instance = id === undefined ? root : byId.get(id);
      return structuredClone({ ...(instance?.variables ?? {}) });
    },
    bind() {
      for (const instance of instances) {
        // A root that a script creates carries no mark of the compiler.
        const element =
          instance === root
            ? findRoot()
            : document.querySelector<HTMLElement>(`[${INSTANCE_ATTRIBUTE}="${CSS.escape(instance.runtimeId)}"]`);
        if (element === null || styled.has(element) || document.readyState === 'loading') continue;
        styled.add(element);
        setProperties(element, instance);
      }
      for (const element of document.querySelectorAll('[data-var-text], [data-var-src]')) {
        if (bound.has(element)) continue;
        bound.add(element);
        const values = ownerOf(element)?.variables ?? {};
        const text = element.getAttribute('data-var-text');
        if (text !== null && Object.hasOwn(values, text)) bindText(element, values[text]);
        const source = element.getAttribute('data-var-src');
        if (source === null || !Object.hasOwn(values, source) || !takesBoundSource(element.localName)) continue;
        const url = boundUrl(values[source]);
        if (url !== null && isBindableUrl(url)) element.setAttribute('src', url);
      }
    },
  };
}

/** The value when it comes from the parent rather than from a rule for the element itself. */
function inheritedFrom(element: Element, name: string, styleOf: StyleOf): string | null {
  const parent = element.parentElement;
  if (parent === null) return null;
  const own = styleOf(element).getPropertyValue(name);
  const above = styleOf(parent).getPropertyValue(name);
  return own !== '' && own === above ? above : null;
}
