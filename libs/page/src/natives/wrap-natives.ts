/** Natives that tell when a script of the page uses them, or do something else. A proxy keeps their name, their length and how they print themselves. */

/** @param after gets what the method was called on, what it returned, and what it was called with */
type After = (self: unknown, result: unknown, args: readonly unknown[]) => void;

function told<F extends (...args: never[]) => unknown>(original: F, after: After): F {
  return new Proxy(original, {
    apply(target, self, args) {
      const result: unknown = Reflect.apply(target, self, args);
      after(self, result, args);
      return result;
    },
  });
}

/** Nothing where there is no such method, as in older browsers. */
export function wrapMethod(owner: object, name: string, after: After): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (typeof descriptor?.value !== 'function') return;
  Object.defineProperty(owner, name, { ...descriptor, value: told(descriptor.value, after) });
}

/** Of a global; `after` gets what was made. Nothing where there is no such constructor. */
export function wrapConstructor(name: string, after: (made: object) => void): void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
  if (typeof descriptor?.value !== 'function') return;
  const value = new Proxy(descriptor.value as new (...args: never[]) => object, {
    construct(target, args, newTarget) {
      const made: object = Reflect.construct(target, args, newTarget);
      after(made);
      return made;
    },
  });
  Object.defineProperty(globalThis, name, { ...descriptor, value });
}

export function wrapGetter(owner: object, name: string, after: After): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor?.get === undefined) return;
  Object.defineProperty(owner, name, { ...descriptor, get: told(descriptor.get, after) });
}

export function wrapSetter(owner: object, name: string, after: After): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor?.set === undefined) return;
  Object.defineProperty(owner, name, { ...descriptor, set: told(descriptor.set, after) });
}

/** @param native what would have been done; the same with other arguments where some are given */
type Instead<Self> = (self: Self, native: (...args: unknown[]) => unknown, args: readonly unknown[]) => unknown;

function replaced<F extends (...args: never[]) => unknown, Self>(original: F, instead: Instead<Self>): F {
  return new Proxy(original, {
    apply: (target, self, args) =>
      instead(self, (...others) => Reflect.apply(target, self, others.length === 0 ? args : others), args),
  });
}

export function replaceMethod<Self>(owner: object, name: string, instead: Instead<Self>): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (typeof descriptor?.value !== 'function') return;
  Object.defineProperty(owner, name, { ...descriptor, value: replaced(descriptor.value, instead) });
}

export function replaceGetter<Self>(owner: object, name: string, instead: Instead<Self>): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor?.get === undefined) return;
  Object.defineProperty(owner, name, { ...descriptor, get: replaced(descriptor.get, instead) });
}

export function replaceSetter<Self>(owner: object, name: string, instead: Instead<Self>): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor?.set === undefined) return;
  Object.defineProperty(owner, name, { ...descriptor, set: replaced(descriptor.set, instead) });
}
