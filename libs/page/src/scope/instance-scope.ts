/** What a child script sees: a document, a window and a GSAP limited to its instance (reference: composition-format 6). */
import { INSTANCE_ATTRIBUTE, PAGE_SCOPE_GLOBAL, PAGE_SCOPE_PLUGINS, type PageScope } from '@framefarm/contract';
import type { Page } from '../page.js';
import { assetUrlOf } from './asset-url.js';
import { findByAuthoredIds } from './authored-ids.js';
import { type ScopedAnimation, scopedAnimation } from './scoped-animation.js';
import { scopedDocument, selectorOf } from './scoped-document.js';
import { scopedWindow } from './scoped-window.js';
import type { Variables } from './variables.js';

/** The element that carries an instance, or null while it is not in the document. */
function instanceElement(id: string): Element | null {
  const escaped = CSS.escape(id);
  return (
    document.querySelector(`[${INSTANCE_ATTRIBUTE}="${escaped}"]`) ??
    document.querySelector(`[data-composition-id="${escaped}"]`)
  );
}

/** Publishes `__framefarmScope`, by which compiled child scripts get their surroundings. */
export function installScopes(page: Page, variables: Variables): void {
  findByAuthoredIds();
  const scopes = new Map<string, PageScope>();
  const animations = new Map<string, ScopedAnimation>();
  const create = (id: string): PageScope => {
    const instance = page.config.instances.find(({ runtimeId }) => runtimeId === id);
    const authoredId = instance?.authoredId ?? id;
    const scope: Record<string, unknown> = {};
    const rootOf = () => instanceElement(id);
    const select = selectorOf(rootOf, id, authoredId);
    scope.document = scopedDocument(rootOf, select, id);
    const hyperframes = {
      ...(window as unknown as { __hyperframes: object }).__hyperframes,
      getVariables: () => variables.of(id),
      assetUrl: assetUrlOf(instance?.file ?? ''),
    };
    scope.__hyperframes = hyperframes;
    const animation = scopedAnimation(rootOf, select);
    animations.set(id, animation);
    const scoped = scopedWindow({
      document: scope.document as Document,
      hyperframes,
      runtimeId: id,
      authoredId,
      childRootId: () =>
        document.querySelector(`[data-ff-root="${CSS.escape(id)}"]`)?.getAttribute('data-ff-root-id') ?? authoredId,
      mismatch: (key) =>
        page.log.warn(
          'timeline_id_mismatch',
          `Timeline "${key}" was joined with composition "${authoredId}"; host id, child root id and timeline key must agree`,
          { timeline: key, composition: authoredId },
        ),
      gsap: animation.gsap,
      plugin: animation.plugin,
    });
    for (const name of ['window', 'globalThis', 'self']) scope[name] = scoped;
    Object.defineProperty(scope, 'gsap', { enumerable: true, get: animation.gsap });
    for (const name of PAGE_SCOPE_PLUGINS) Object.defineProperty(scope, name, { get: () => animation.plugin(name) });
    return scope as PageScope;
  };
  const scopeOf = (id: string): PageScope => {
    let scope = scopes.get(id);
    if (scope === undefined) {
      scope = create(id);
      scopes.set(id, scope);
    }
    return scope;
  };
  const own = (id: string, imported: unknown): unknown => {
    scopeOf(id);
    return animations.get(id)?.own(imported);
  };
  const fail = (id: string, thrown: unknown, file?: string): void => {
    page.log.failInstance(id);
    page.log.scriptError(thrown, file === undefined ? {} : { file });
  };
  Object.defineProperty(window, PAGE_SCOPE_GLOBAL, { value: Object.freeze(Object.assign(scopeOf, { fail, own })) });
}
