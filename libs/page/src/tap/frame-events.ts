/**
 * Events that the browser tells of in its own frames, whatever frame of the composition they show. A tap needs a few more of those, so
 * what a page does when it hears of them would come a frame earlier than without.
 */
import { type HeardEvents, watchEvents } from '../document/heard-events.js';
import type { Trees } from '../document/trees.js';

const STANDARD = ['transition', 'animation'].flatMap((what) =>
  ['run', 'start', 'end', 'cancel', 'iteration'].map((when) => `${what}${when}`),
);
/** Names from before these events were a standard, by which a listener may still ask for them. */
const OLDER = ['webkitTransitionEnd', 'webkitAnimationStart', 'webkitAnimationIteration', 'webkitAnimationEnd'];

export type FrameEvents = HeardEvents;

/** Before the scripts of the page. */
export const watchFrameEvents = (trees: Pick<Trees, 'select'>): FrameEvents =>
  watchEvents([...STANDARD, ...OLDER], trees);
