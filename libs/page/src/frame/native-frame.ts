/** Frames of the browser itself, which a driver may issue, or not at all for a while. */
import { NativePromise, nativeCancelRaf, nativeRaf, nativeSetTimeout } from '../natives/natives.js';

/** Calls `act` in each frame that the browser has until the document and all in it is there. */
export function inFramesOfLoading(act: () => void): void {
  nativeRaf(() => {
    act();
    if (document.readyState !== 'complete') inFramesOfLoading(act);
  });
}

/** One native animation frame, or the end of `limitMs` when none comes. */
export function frameOrTimer(limitMs: number): Promise<void> {
  return new NativePromise((resolve) => {
    const handle = nativeRaf(() => resolve());
    nativeSetTimeout(() => {
      nativeCancelRaf(handle);
      resolve();
    }, limitMs);
  });
}
