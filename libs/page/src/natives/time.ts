/** Natives of time that documents and workers have, taken before any script of the author runs. */

export const NativePromise = Promise;
export const nativeNow: () => number = performance.now.bind(performance);
export const nativeSetTimeout: (callback: () => void, ms: number) => number = globalThis.setTimeout.bind(globalThis);
export const nativeClearTimeout: (handle: number) => void = globalThis.clearTimeout.bind(globalThis);

/** Microtasks in which what awaits something goes on; a promise of GSAP's behind an async function of the author's takes four. */
const TURNS_OF_PROMISES = 12;

/** Lets what goes on behind promises go on, in the same task. */
export async function promisesRun(): Promise<void> {
  for (let turn = 0; turn < TURNS_OF_PROMISES; turn += 1) await NativePromise.resolve();
}

/** A turn of the event loop that does not depend on native frames being issued. */
export function nativeTurn(ms = 0): Promise<void> {
  return new NativePromise((resolve) => {
    nativeSetTimeout(resolve, ms);
  });
}
