/** Puts a document in a same-origin iframe under the clock of the page around it (reference: composition-format 7.1, 7.2). */

import type { LocalTime } from './clock/local-time.js';
import { followClock, type VirtualClock } from './clock/virtual-clock.js';
import { installLayerStyle } from './layer-style.js';
import { createAnimationDriver } from './sources/css-animations.js';
import { stopMarquees } from './sources/marquees.js';
import { createSvgAnimations } from './sources/svg-animations.js';
import { watchStyleChanges } from './style-changes.js';
import { refuseCapture } from './tap/capture-natives.js';
import { findTrees } from './trees.js';

/** The iframe of the page that holds this document, however deep inside it is. */
function outermostFrame(): Element | null {
  let inside: Window = window;
  while (inside.parent !== inside.parent.parent) inside = inside.parent;
  return inside.frameElement;
}

/** `clock` is that of the page. Call it before any script of the document. */
export function startInside(clock: VirtualClock): void {
  const frame = outermostFrame();
  const timeOf = (): LocalTime => (frame === null ? { start: 0, rate: 1, offset: 0 } : clock.timeOf(frame));
  refuseCapture();
  installLayerStyle();
  const trees = findTrees();
  stopMarquees(trees);
  const animations = createAnimationDriver(
    { cssClock: timeOf, now: clock.now, isTimed: () => false },
    trees,
    watchStyleChanges(trees),
  );
  const svg = createSvgAnimations(timeOf, trees);
  document.addEventListener('DOMContentLoaded', () => animations.scan(clock.now() / 1000, true));
  followClock(window, clock, (milliseconds, runCallbacks) => {
    const seconds = milliseconds / 1000;
    animations.seek(seconds);
    svg.seek(seconds);
    runCallbacks();
    animations.scan(seconds);
    svg.scan(seconds);
  });
}
