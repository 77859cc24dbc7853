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
    const inner = innerElements(element, instance.runtimeId);
    for (const [id, value] of Object.entries(instance.variables)) {
      const scalar = scalarOf(value) ?? boundUrl(value);
      if (scalar === null) continue;
      const isOverridden = instance.overridden.includes(id);
      for (const property of propertyNames(id)) {
        const name = `--${property}`;
        const isAuthors =
          isDefined(element, name, instance === root) || inner.some((one) => isDefined(one, name, false));
        if (isAuthors && !isOverridden) continue;
        inlineStyleOf(element).setProperty(name, cssValue(scalar));
        // Looked for anew: what a rule says there may have been what came from above.
        for (const one of isOverridden ? inner : []) {
          if (isDefined(one, name, false)) inlineStyleOf(one).setProperty(name, cssValue(scalar));
        }
      }
    }
  };

  /**
   * Whether the author's styles define a property for an element. All that comes from above is the author's too for the root, on which no
   * variables of others come down; but what is registered with `@property` has a value without that.
   */
  const isDefined = (element: HTMLElement, name: string, isRoot: boolean): boolean => {
    const own = styleOf(element).getPropertyValue(name);
    if (own === '') return false;
    return isRoot ? own !== initialValue(element, name, styleOf) : own !== valueAbove(element, name, styleOf);
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

/** What a mounted file's `:root`, `html` and `body` mean, and its own composition element: rules for these hide what its host says. */
function innerElements(host: HTMLElement, runtimeId: string): HTMLElement[] {
  const mounted = CSS.escape(runtimeId);
  return [...host.querySelectorAll<HTMLElement>(`[data-ff-box="${mounted}"], [data-ff-root="${mounted}"]`)];
}

function valueAbove({ parentElement }: Element, name: string, styleOf: StyleOf): string {
  return parentElement === null ? '' : styleOf(parentElement).getPropertyValue(name);
}

/** The value without any of an author; empty where the property is not registered. */
function initialValue(element: HTMLElement, name: string, styleOf: StyleOf): string {
  const inline = inlineStyleOf(element);
  const [value, priority] = [inline.getPropertyValue(name), inline.getPropertyPriority(name)];
  inline.setProperty(name, 'initial', 'important');
  const initial = styleOf(element).getPropertyValue(name);
  if (value === '') inline.removeProperty(name);
  else inline.setProperty(name, value, priority);
  return initial;
}
