/** Frames that a jump must not leave out: those in which something begins or ends that may begin something else. */
import { rootTime } from '@framefarm/composition/timing';
import { type Fps, fpsValue } from '@framefarm/contract';
import type { FrameTimers } from '../clock/frame-timers.js';
import type { CompositionTree } from '../document/composition-tree.js';
import { promisesRun } from '../natives/time.js';
import type { GsapRoot } from '../sources/gsap/gsap-root.js';
import type { TimelineRegistry } from '../sources/timelines/timeline-registry.js';
import { tweenStarts } from '../sources/timelines/tween-starts.js';

/** Parts of a frame by which the time of one may be off. */
const LEAST_FRAME = 1e-6;

export interface Begun {
  readonly registry: Pick<TimelineRegistry, 'bound'>;
  readonly gsap: Pick<GsapRoot, 'dues'>;
  readonly timers: Pick<FrameTimers, 'dues'>;
}

/**
 * Frames between two that are shown, ascending, each of which is to be gone to before the next one is asked for:
 *
 * - in which tweens of timelines begin, and what GSAP plays by itself begins or ends, and the next ones, with which GSAP ends what it puts off. A
 *   tween reads where it comes from when it is rendered first, and what a callback begins, begins with the frame that the callback is called in: a
 *   jump would have both in the frame that it leads to;
 * - before and in which a timer is due.
 */
export function* framesOnTheWay(
  { registry, gsap, timers }: Begun,
  { instances, timing }: Pick<CompositionTree, 'instances' | 'timing'>,
  from: number,
  to: number,
  fps: Fps,
): Generator<number, void, undefined> {
  if (to <= from + 1) return;
  const perSecond = fpsValue(fps);
  const frameAt = (seconds: number): number => Math.max(0, Math.ceil(seconds * perSecond - LEAST_FRAME));
  const starts = instances.flatMap(({ id }) => {
    const clock = timing.clocks.get(id);
    const locals = (registry.bound.get(id) ?? []).flatMap(tweenStarts);
    return locals.map((local) => (clock === undefined ? local : rootTime(clock, local)));
  });
  const planned = new Set(starts.map(frameAt).flatMap((first) => [first, first + 1]));
  const ascending = [...planned].filter((frame) => frame > from && frame < to).sort((a, b) => a - b);
  let at = from;
  let index = 0;
  for (;;) {
    while ((ascending[index] ?? to) <= at) index += 1;
    let next = ascending[index] ?? to;
    const take = (frame: number): void => {
      if (frame > at && frame < next) next = frame;
    };
    for (const first of gsap.dues().map(frameAt)) {
      take(first);
      take(first + 1);
    }
    for (const due of timers.dues()) {
      const frame = frameAt(due / 1000);
      take(frame - 1);
      take(frame);
    }
    if (next >= to) return;
    yield next;
    at = next;
  }
}

/**
 * Goes to each frame of a way, and lets what goes on behind a promise go on there: the next one that {@link framesOnTheWay} tells may be of that.
 * Undefined where there is none.
 */
export function goAlong(
  way: Generator<number, void, undefined>,
  goTo: (frame: number) => void,
): Promise<void> | undefined {
  let step = way.next();
  if (step.done === true) return undefined;
  const go = async (): Promise<void> => {
    while (step.done !== true) {
      goTo(step.value);
      await promisesRun();
      step = way.next();
    }
  };
  return go();
}
