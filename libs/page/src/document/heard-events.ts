/** Which events of a kind the page listens to, by scripts or by attributes. */
import { wrapMethod, wrapSetter } from '../natives/wrap-natives.js';
import type { Trees } from './trees.js';

/** What has attributes and properties `on…` of events. */
const OWNERS = ['HTMLElement', 'SVGElement', 'MathMLElement', 'Document', 'Window'] as const;

export interface HeardEvents {
  /** One that the page listens to; null while it does to none. */
  heard(): string | null;
  /** Whether a script has asked for one. It costs nothing, and does not see attributes. */
  areAsked(): boolean;
  /** Whether the page listens to this one. */
  hears(type: string): boolean;
}

/** Before the scripts of the page. @param types names as listeners ask for them; `on…` takes them in small letters */
export function watchEvents(types: readonly string[], trees: Pick<Trees, 'select'>): HeardEvents {
  const wanted = new Set(types);
  const handlers = types.map((type) => `on${type.toLowerCase()}`);
  const attributes = handlers.map((name) => `[${name}]`).join(',');
  /** In the order in which scripts asked for them. */
  const asked = new Set<string>();
  wrapMethod(EventTarget.prototype, 'addEventListener', (_self, _result, [type]) => {
    if (wanted.has(String(type))) asked.add(String(type));
  });
  for (const owner of OWNERS) {
    for (const name of handlers) {
      // A handler of a window is a property of its own.
      const holder =
        owner === 'Window' ? window : (window[owner as never] as { prototype: object } | undefined)?.prototype;
      if (holder === undefined) continue;
      wrapSetter(holder, name, (_self, _result, [handler]) => {
        if (typeof handler === 'function') asked.add(name.slice(2));
      });
    }
  }
  const inMarkup = (): string | null => {
    const found = trees.select(document, attributes)[0];
    return found === undefined ? null : (handlers.find((name) => found.hasAttribute(name))?.slice(2) ?? null);
  };
  return {
    heard: () => first(asked) ?? inMarkup(),
    areAsked: () => asked.size > 0,
    hears: (type) =>
      asked.has(type) ||
      asked.has(type.toLowerCase()) ||
      trees.select(document, `[on${type.toLowerCase()}]`).length > 0,
  };
}

const first = (types: ReadonlySet<string>): string | null => types.values().next().value ?? null;
