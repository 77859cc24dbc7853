/**
 * `requestVideoFrameCallback` under the frame clock: nothing plays in the page, so the browser itself would call nobody. What was asked for runs in
 * the next frame that has another picture of the video, before callbacks of frames, as in a browser (composition-format 7.1).
 */
import type { Playback } from './play-time.js';

export interface VideoFrameCallbacks {
  /** The videos have the pictures of this frame. */
  run(): void;
  /** Whether one waits for the next picture. Most ask for another each time, as a loop does. */
  areAsked(): boolean;
}

/** Call it before any script of the page. `now`: frame time, ms. */
export function driveVideoFrames(
  framesOf: Playback['framesOf'],
  now: () => number,
  fail: (thrown: unknown) => void,
): VideoFrameCallbacks {
  const asked = new Map<HTMLVideoElement, Map<number, VideoFrameRequestCallback>>();
  /** `currentTime` of each when its callbacks ran last. */
  const told = new WeakMap<HTMLVideoElement, number>();
  let lastHandle = 0;

  const define = (name: string, value: unknown): void => {
    Object.defineProperty(HTMLVideoElement.prototype, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: true,
    });
  };
  define(
    'requestVideoFrameCallback',
    function requestVideoFrameCallback(this: HTMLVideoElement, callback: VideoFrameRequestCallback): number {
      if (typeof callback !== 'function') {
        throw new TypeError(
          "Failed to execute 'requestVideoFrameCallback' on 'HTMLVideoElement': parameter 1 is not of type 'Function'.",
        );
      }
      const callbacks = asked.get(this) ?? new Map<number, VideoFrameRequestCallback>();
      asked.set(this, callbacks.set(++lastHandle, callback));
      return lastHandle;
    },
  );
  define('cancelVideoFrameCallback', function cancelVideoFrameCallback(this: HTMLVideoElement, handle: number): void {
    asked.get(this)?.delete(handle);
  });

  return {
    areAsked: () => [...asked.values()].some(({ size }) => size > 0),
    run() {
      for (const [video, callbacks] of [...asked]) {
        const { currentTime, paused, videoWidth: width, videoHeight: height } = video;
        if (paused || told.get(video) === currentTime) continue;
        told.set(video, currentTime);
        const metadata = {
          presentationTime: now(),
          expectedDisplayTime: now(),
          processingDuration: 0,
          ...{ width, height, mediaTime: currentTime, presentedFrames: framesOf(video) },
        };
        // What they ask for waits for the next picture, and what they cancel does not run.
        for (const handle of [...callbacks.keys()]) {
          const callback = callbacks.get(handle);
          callbacks.delete(handle);
          try {
            callback?.(now(), metadata);
          } catch (thrown) {
            fail(thrown);
          }
        }
        if (callbacks.size === 0) asked.delete(video);
      }
    },
  };
}
