/** A window for one instance: its own document, timelines and globals (reference: composition-format 6). */

import { PAGE_SCOPE_PLUGINS } from '@framefarm/contract';

export interface WindowParts {
  readonly document: Document;
  readonly hyperframes: unknown;
  readonly runtimeId: string;
  readonly authoredId: string;
  /** Id that the child's own root was written with. */
  childRootId(): string;
  mismatch(key: string): void;
  gsap(): unknown;
  /** A plugin of GSAP, limited to the instance. */
  plugin(name: string): unknown;
}

/** Globals set by mounts, by authored id: the mounts of one file must not see each other's. */
const setByMounts = new Map<string, Set<PropertyKey>>();

/** Globals that the page and framefarm share (composition-format 7.3). */
const PAGE_GLOBAL = /^__(?:hf|HF_|hyperframes|timelines|player|render|clip|tailwind|framefarm)/;

const isPlugin = (key: PropertyKey): key is string => (PAGE_SCOPE_PLUGINS as readonly PropertyKey[]).includes(key);

/** Registries and switches of the page itself are shared; everything else that a mount sets is its own. */
const isShared = (key: PropertyKey): boolean =>
  typeof key !== 'string' || PAGE_GLOBAL.test(key) || key.startsWith('on') || key in Window.prototype;

/** Publishes a mount's timelines under its runtime id, and under the authored id as long as no other mount has it. */
function scopedTimelines({ authoredId, runtimeId, childRootId, mismatch }: WindowParts): object {
  const registry = (): Record<PropertyKey, unknown> =>
    (window as unknown as { __timelines: Record<PropertyKey, unknown> }).__timelines;
  const keyOf = (key: PropertyKey): PropertyKey => (key === authoredId || key === childRootId() ? runtimeId : key);
  return new Proxy(
    {},
    {
      get: (_target, key) => registry()[keyOf(key)],
      set(_target, key, value) {
        registry()[keyOf(key)] = value;
        if (key !== authoredId && key === childRootId()) mismatch(key);
        if (key === authoredId && registry()[authoredId] === undefined) registry()[authoredId] = value;
        return true;
      },
      has: (_target, key) => keyOf(key) in registry(),
      deleteProperty: (_target, key) => delete registry()[keyOf(key)],
      ownKeys: () => Reflect.ownKeys(registry()),
      getOwnPropertyDescriptor(_target, key) {
        const found = Object.getOwnPropertyDescriptor(registry(), keyOf(key));
        return found === undefined ? undefined : { ...found, configurable: true };
      },
    },
  );
}

export function scopedWindow(parts: WindowParts): Window {
  const own = new Map<PropertyKey, unknown>();
  const methods = new Map<unknown, unknown>();
  const timelines = scopedTimelines(parts);
  const siblings = setByMounts.get(parts.authoredId) ?? new Set<PropertyKey>();
  setByMounts.set(parts.authoredId, siblings);
  const real = window as unknown as Record<PropertyKey, unknown>;

  const get = (key: PropertyKey): unknown => {
    if (key === 'window' || key === 'self' || key === 'globalThis') return proxy;
    if (key === 'document') return parts.document;
    if (key === '__hyperframes') return parts.hyperframes;
    if (key === '__timelines') return timelines;
    if (own.has(key)) return own.get(key);
    if (key === 'gsap') return parts.gsap();
    if (isPlugin(key)) return parts.plugin(key);
    if (siblings.has(key)) return undefined;
    const value = real[key];
    // Native functions need the real window as their receiver; constructors have a prototype and stay as they are.
    if (typeof value !== 'function' || Object.hasOwn(value, 'prototype')) return value;
    let bound = methods.get(value);
    if (bound === undefined) {
      bound = Object.assign(value.bind(window), value);
      methods.set(value, bound);
    }
    return bound;
  };

  const proxy: Window = new Proxy(Object.create(Window.prototype), {
    get: (_target, key) => get(key),
    set(_target, key, value) {
      if (key === '__timelines') {
        if (value !== null && typeof value === 'object') Object.assign(timelines, value);
        return true;
      }
      if (!isShared(key)) {
        own.set(key, value);
        siblings.add(key);
      }
      real[key] = value;
      return true;
    },
    has: (_target, key) => own.has(key) || (key in real && !siblings.has(key)),
    deleteProperty(_target, key) {
      own.delete(key);
      return delete real[key];
    },
    defineProperty(_target, key, descriptor) {
      if ('value' in descriptor) {
        own.set(key, descriptor.value);
        siblings.add(key);
      }
      return Reflect.defineProperty(real, key, descriptor);
    },
    getOwnPropertyDescriptor(_target, key) {
      const found = Object.getOwnPropertyDescriptor(real, key);
      return found === undefined ? undefined : { ...found, configurable: true };
    },
  }) as Window;
  return proxy;
}
