/**
 * Tells that an animation is over in the turn in which it ends. By itself the browser does so with the picture, when callbacks of the
 * frame have run, where a page on a screen hears of it before them (HTML, "update the rendering"). Motion for React writes the values
 * of a frame once: what it hears later is never written, and an element that had faded in was gone.
 */
import { nativeDispatch, nativeListen } from '../../natives/natives.js';

const NativePlaybackEvent = AnimationPlaybackEvent;

export interface EndEvents {
  /** A script is about to wait for its end: call it before the first listener of the page. */
  watch(animation: Animation): void;
  isAwaited(animation: Animation): boolean;
  /** One that is awaited is over, at `local` of its own time; both in ms. */
  tell(animation: Animation, local: number, timelineMs: number): void;
  /** It is not, or not any more: what the browser tells next is an end of its own. */
  forget(animation: Animation): void;
}

export function createEndEvents(): EndEvents {
  const awaited = new WeakSet<Animation>();
  /** Of which the browser's own event is still to come. */
  const told = new WeakSet<Animation>();
  return {
    watch(animation) {
      if (awaited.has(animation)) return;
      awaited.add(animation);
      nativeListen(animation, 'finish', (event) => {
        if (event.isTrusted && told.delete(animation)) event.stopImmediatePropagation();
      });
    },
    isAwaited: (animation) => awaited.has(animation),
    tell(animation, local, timelineMs) {
      told.add(animation);
      nativeDispatch(animation, new NativePlaybackEvent('finish', { currentTime: local, timelineTime: timelineMs }));
    },
    forget(animation) {
      told.delete(animation);
    },
  };
}
