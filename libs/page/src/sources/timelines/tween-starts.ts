/** When tweens of a timeline of GSAP begin: rendered first, they read where they come from. */
import type { TimelineLike, TweenLike } from './timeline.js';

/** In seconds of the timeline's own time, of all tweens in it; none where it is no timeline of GSAP. */
export function tweenStarts(timeline: TimelineLike): number[] {
  const tweens = timeline.getChildren?.(true, true, false) ?? [];
  return tweens.flatMap((tween) => {
    const start = startIn(timeline, tween);
    // Of one that is staggered or has keyframes, those of its parts.
    const parts = tween.timeline === undefined ? [] : tweenStarts(tween.timeline);
    return [start, ...parts.map((part) => start + part / (tween.timeScale?.() || 1))];
  });
}

function startIn(timeline: TimelineLike, tween: TweenLike): number {
  let start = tween.startTime?.() ?? 0;
  for (let around = tween.parent; around && (around as object) !== timeline; around = around.parent)
    start = (around.startTime?.() ?? 0) + start / (around.timeScale?.() || 1);
  return start;
}
