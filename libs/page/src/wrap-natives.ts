/** Natives that tell when a script of the page uses them. A proxy keeps their name, their length and how they print themselves. */

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
