/** Frames of the browser itself, which a driver may issue, or not at all for a while. */
import { NativePromise, nativeCancelRaf, nativeRaf, nativeSetTimeout } from '../natives/natives.js';

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
