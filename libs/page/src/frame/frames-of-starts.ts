/** Frames that a jump must not leave out: those in which tweens of GSAP begin. */
import { rootTime } from '@framefarm/composition/timing';
import { type Fps, fpsValue } from '@framefarm/contract';
import type { CompositionTree } from '../document/composition-tree.js';
import type { TimelineRegistry } from '../sources/timelines/timeline-registry.js';
import { tweenStarts } from '../sources/timelines/tween-starts.js';

/** Parts of a frame by which the time of one may be off. */
const LEAST_FRAME = 1e-6;

/**
 * Frames between two that are shown, ascending, in which tweens begin, and the next ones, with which GSAP ends what it puts off: a tween
 * reads where it comes from when it is rendered first, which a jump would do in the frame that it leads to.
 */
export function framesOfStarts(
  registry: TimelineRegistry,
  { instances, timing }: CompositionTree,
  from: number,
  to: number,
  fps: Fps,
): number[] {
  const found = new Set<number>();
  for (const { id } of instances) {
    const clock = timing.clocks.get(id);
    for (const local of (registry.bound.get(id) ?? []).flatMap(tweenStarts)) {
      const seconds = clock === undefined ? local : rootTime(clock, local);
      const first = Math.max(0, Math.ceil(seconds * fpsValue(fps) - LEAST_FRAME));
      for (const frame of [first, first + 1]) if (frame > from && frame < to) found.add(frame);
    }
  }
  return [...found].sort((a, b) => a - b);
}
