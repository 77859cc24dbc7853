/** Natives of time that documents and workers have, taken before any script of the author runs. */

export const NativePromise = Promise;
export const nativeNow: () => number = performance.now.bind(performance);
export const nativeSetTimeout: (callback: () => void, ms: number) => number = globalThis.setTimeout.bind(globalThis);
export const nativeClearTimeout: (handle: number) => void = globalThis.clearTimeout.bind(globalThis);

/** A turn of the event loop that does not depend on native frames being issued. */
export function nativeTurn(ms = 0): Promise<void> {
  return new NativePromise((resolve) => {
    nativeSetTimeout(resolve, ms);
  });
}
