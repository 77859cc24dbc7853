/** Going through frames that nobody captures here. */
import { NativePromise, nativeRaf } from '../natives/natives.js';

/**
 * Shows `count` frames, each in a native frame of its own, as a page does that is captured: what waits for a frame, for observers or for
 * an event gets it. Resolves within the last one. @throws what a frame fails with.
 */
export function passFrames(
  show: (frame: number) => Promise<unknown> | undefined,
  firstFrame: number,
  count: number,
): Promise<void> {
  return new NativePromise((resolve, reject) => {
    let next = firstFrame;
    const goOn = (): void => {
      if (next >= firstFrame + count) resolve();
      else nativeRaf(step);
    };
    const step = (): void => {
      try {
        const waiting = show(next);
        next += 1;
        if (waiting === undefined) goOn();
        else waiting.then(goOn, reject);
      } catch (error) {
        reject(error);
      }
    };
    goOn();
  });
}
