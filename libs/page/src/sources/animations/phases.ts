/**
 * Where an animation of a style is within its effect, and what listeners are told when that changes (Web Animations 1, 4.5.5; CSS
 * Animations 2, "Event dispatch"; CSS Transitions 2, "Transition events"). Pure; all times in milliseconds.
 */

export interface EffectTiming {
  readonly delay: number;
  /** Of one pass. */
  readonly duration: number;
  readonly activeDuration: number;
  readonly iterationStart: number;
  /** With both delays. */
  readonly endTime: number;
}

export interface Standing {
  readonly phase: 'idle' | 'before' | 'active' | 'after';
  /** Passes that are over; 0 outside of the active phase. */
  readonly iteration: number;
  /** How long it has been active. */
  readonly activeMs: number;
}

/** Of one that has not been told of, or was cancelled. */
export const IDLE: Standing = { phase: 'idle', iteration: 0, activeMs: 0 };

export interface Told {
  /** The event's name without what kind of animation it is of. */
  readonly type: 'run' | 'start' | 'iteration' | 'end';
  /** What the event tells of, in the time of the active phase. */
  readonly elapsedMs: number;
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** Of an animation that is at `local` of its own time, running forwards or backwards by the sign of `rate`. */
export function standingAt(local: number, rate: number, timing: EffectTiming): Standing {
  const { delay, duration, activeDuration, iterationStart, endTime } = timing;
  const begin = between(0, delay, endTime);
  const end = between(0, delay + activeDuration, endTime);
  const activeMs = between(0, local - delay, activeDuration);
  if (local < begin || (rate < 0 && local === begin)) return { phase: 'before', iteration: 0, activeMs: 0 };
  if (local > end || (rate >= 0 && local === end)) return { phase: 'after', iteration: 0, activeMs };
  const iteration = duration > 0 ? Math.floor(activeMs / duration + iterationStart) : 0;
  return { phase: 'active', iteration, activeMs };
}

/** What is told of an animation that was in one place in the frame before and is in another now, in this order. */
export function toldBetween(from: Standing, to: Standing, isTransition: boolean, timing: EffectTiming): Told[] {
  const { delay, duration, activeDuration, iterationStart, endTime } = timing;
  const [first, last] = [between(0, -delay, activeDuration), between(0, endTime - delay, activeDuration)];
  const told = (type: 'start' | 'end', elapsedMs: number): Told => ({ type, elapsedMs });
  const run: Told[] = isTransition && from.phase === 'idle' ? [{ type: 'run', elapsedMs: first }] : [];
  const wasInside = from.phase === 'active';
  const wasOver = from.phase === 'after';
  switch (to.phase) {
    case 'idle':
      return [];
    case 'before':
      if (wasInside) return [told('end', first)];
      return wasOver ? [told('start', last), told('end', first)] : run;
    case 'active': {
      if (!wasInside) return [...run, told('start', wasOver ? last : first)];
      if (isTransition || to.iteration === from.iteration) return [];
      const passes = Math.max(from.iteration, to.iteration) - iterationStart;
      return [{ type: 'iteration', elapsedMs: passes * duration }];
    }
    case 'after':
      if (wasOver) return [];
      return wasInside ? [told('end', last)] : [...run, told('start', first), told('end', last)];
  }
}
