/**
 * Events that the browser tells of in its own frames, whatever frame of the composition they show. A tap needs a few more of those, so
 * what a page does when it hears of them would come a frame earlier than without.
 */
import { wrapMethod } from '../wrap-natives.js';

const FRAME_EVENTS = new Set(
  ['transition', 'animation'].flatMap((what) =>
    ['run', 'start', 'end', 'cancel', 'iteration'].map((when) => `${what}${when}`),
  ),
);

export interface FrameEvents {
  /** One that the page listens to; null while it does to none. */
  heard(): string | null;
}

/** Before the scripts of the page. */
export function watchFrameEvents(): FrameEvents {
  let heard: string | null = null;
  wrapMethod(EventTarget.prototype, 'addEventListener', (_self, _result, [type]) => {
    if (FRAME_EVENTS.has(String(type))) heard ??= String(type);
  });
  return { heard: () => heard };
}
