/**
 * Observers of sizes and of what is in view. The browser calls them in frames of its own, and what one changes it is called for in the next of
 * them: on a busy machine a page that fits its text so was further or less far when the video began. While frames are shown there may be one
 * of them before a picture or two, and a transition that a callback begins would have gone on by itself until then.
 */

/** Calls that a page is waited for; one that is called for what it changes for ever never comes to rest. */
const MOST_CALLS = 60;

export interface ObserverCalls {
  /** Changes with each call that the page is waited for. */
  readonly count: number;
  /** Whether there are observers, so that the browser's frames have to come. */
  areExpected(): boolean;
}

type Callback = (this: unknown, ...args: unknown[]) => unknown;

/** To be called before any script of the author. @param after called when a callback has run */
export function watchObserverCalls(after: () => void): ObserverCalls {
  let count = 0;
  let isMade = false;
  for (const name of ['ResizeObserver', 'IntersectionObserver']) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    if (typeof descriptor?.value !== 'function') continue;
    const value = new Proxy(descriptor.value as new (...args: unknown[]) => object, {
      construct(target, [callback, ...rest], newTarget) {
        isMade = true;
        if (typeof callback !== 'function') return Reflect.construct(target, [callback, ...rest], newTarget);
        const counting: Callback = function (this, ...args) {
          if (count < MOST_CALLS) count += 1;
          try {
            return Reflect.apply(callback as Callback, this, args);
          } finally {
            after();
          }
        };
        return Reflect.construct(target, [counting, ...rest], newTarget);
      },
    });
    Object.defineProperty(globalThis, name, { ...descriptor, value });
  }
  return {
    get count() {
      return count;
    },
    areExpected: () => isMade && count < MOST_CALLS,
  };
}
