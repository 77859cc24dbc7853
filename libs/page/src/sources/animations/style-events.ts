/**
 * Events of CSS animations and transitions, told with the frames: before the callbacks of the frame in which an animation begins, turns to
 * its next pass or is over (HTML, "update the rendering"), sorted as browsers sort them. The browser's own come in one of its frames, of
 * which a page has another number in each render, so that what a listener did came with another picture; nobody hears those.
 */
import type { HeardEvents } from '../../document/heard-events.js';
import type { Trees } from '../../document/trees.js';
import { nativeDispatch, nativeListenFirst } from '../../natives/natives.js';
import { type AnimationClock, shownTime } from './animation-clock.js';
import { isTransition, type StyleAnimation } from './animation-kinds.js';
import { type EffectTiming, IDLE, type Standing, standingAt, toldBetween } from './phases.js';

const [NativeAnimationEvent, NativeTransitionEvent] = [AnimationEvent, TransitionEvent];

const TYPES = [
  ...['animationstart', 'animationiteration', 'animationend', 'animationcancel'],
  ...['transitionrun', 'transitionstart', 'transitionend', 'transitioncancel'],
];
/** Names from before these events were a standard: browsers tell by them where nobody listens by the others. */
const OLDER: { readonly [type: string]: string } = {
  animationstart: 'webkitAnimationStart',
  animationiteration: 'webkitAnimationIteration',
  animationend: 'webkitAnimationEnd',
  transitionend: 'webkitTransitionEnd',
};
/** All names by which a listener may ask for them. */
export const STYLE_EVENTS: readonly string[] = [...TYPES, ...Object.values(OLDER)];

export interface StyleEvents {
  /** An animation was found that was not there before. */
  found(animation: StyleAnimation): void;
  /** One has left the page, or was cancelled. */
  gone(animation: StyleAnimation): void;
  /** One that no clock of ours sets: the browser tells of it. */
  leave(animation: Animation): void;
  /** Tells what has changed since the frame before, of those that are set to a frame now. */
  tell(animations: () => Iterable<readonly [StyleAnimation, AnimationClock]>, frameMs: number): void;
}

interface Due {
  /** Time of the frames at which it came about, ms. */
  readonly atMs: number;
  readonly target: Element;
  readonly type: string;
  readonly animation: StyleAnimation;
  readonly elapsedMs: number;
}

const effectOf = ({ effect }: StyleAnimation): KeyframeEffect | null =>
  effect instanceof KeyframeEffect && effect.target !== null ? effect : null;

function timingOf(effect: KeyframeEffect): EffectTiming {
  const { delay, duration, activeDuration, iterationStart, endTime } = effect.getComputedTiming();
  return {
    delay: Number(delay),
    duration: Number(duration),
    activeDuration: Number(activeDuration),
    iterationStart: iterationStart ?? 0,
    endTime: Number(endTime),
  };
}

/** Call it before any script of the page. */
export function createStyleEvents(trees: Trees, events: HeardEvents): StyleEvents {
  const left = new WeakSet<Animation>();
  const standings = new WeakMap<StyleAnimation, Standing>();
  /** Found since the last frame was told of. */
  const fresh = new Set<StyleAnimation>();
  const cancelled: Due[] = [];
  let isFollowed = false;
  /** Seen where the browser told of something: no script has asked, but a piece of markup that came while frames were shown. */
  let isInMarkup = false;
  let lastMs: number | null = null;

  const silence = (event: Event): void => {
    const { animation } = event as Event & { readonly animation: Animation | null };
    if (!event.isTrusted || (animation !== null && left.has(animation))) return;
    isInMarkup ||= !isFollowed && lastMs !== null && !events.areAsked() && events.heard() !== null;
    if (isFollowed || !isInMarkup) event.stopImmediatePropagation();
  };
  const listen = (target: EventTarget): void => {
    for (const type of TYPES) nativeListenFirst(target, type, silence);
  };
  listen(window);
  // Events of a shadow tree stay in it.
  trees.each((tree) => {
    if (tree !== document) listen(tree);
  });

  const standing = (clock: AnimationClock, frameMs: number, timing: EffectTiming): Standing =>
    standingAt(shownTime(clock, clock.localAt(frameMs)), clock.rate, timing);

  const dispatch = ({ target, type, animation, elapsedMs }: Due): void => {
    const about = {
      animation,
      elapsedTime: elapsedMs / 1000,
      pseudoElement: effectOf(animation)?.pseudoElement ?? '',
      bubbles: true,
      cancelable: true,
    };
    const event = (name: string): Event =>
      isTransition(animation)
        ? new NativeTransitionEvent(name, { ...about, propertyName: animation.transitionProperty })
        : new NativeAnimationEvent(name, { ...about, animationName: animation.animationName });
    nativeDispatch(target, event(type));
    const older = OLDER[type];
    if (older !== undefined && !events.hears(type) && events.hears(older)) nativeDispatch(target, event(older));
  };

  /** What those that are there already have been told of, before somebody listened. */
  const begin = (animations: Iterable<readonly [StyleAnimation, AnimationClock]>): void => {
    isFollowed = true;
    if (lastMs === null) return;
    for (const [animation, clock] of animations) {
      const effect = effectOf(animation);
      if (effect !== null && !fresh.has(animation)) standings.set(animation, standing(clock, lastMs, timingOf(effect)));
    }
  };

  const dueOf = (animation: StyleAnimation, clock: AnimationClock, frameMs: number): Due[] => {
    const effect = effectOf(animation);
    if (effect === null) return [];
    const timing = timingOf(effect);
    const now = standing(clock, frameMs, timing);
    const kind = isTransition(animation) ? 'transition' : 'animation';
    const told = toldBetween(standings.get(animation) ?? IDLE, now, kind === 'transition', timing);
    standings.set(animation, now);
    const target = effect.target as Element;
    // Of one that has gone back all come in their order, though the last is of the earliest time.
    let atMs = Number.NEGATIVE_INFINITY;
    return told.map(({ type, elapsedMs }) => {
      const local = type === 'run' ? 0 : timing.delay + elapsedMs;
      atMs = Math.max(atMs, clock.startMs === null ? frameMs : clock.startMs + local / clock.rate);
      return { atMs, target, type: `${kind}${type}`, animation, elapsedMs };
    });
  };

  return {
    found(animation) {
      fresh.add(animation);
    },
    gone(animation) {
      fresh.delete(animation);
      const { phase, activeMs } = standings.get(animation) ?? IDLE;
      standings.delete(animation);
      const target = effectOf(animation)?.target ?? null;
      if (target === null || (phase !== 'before' && phase !== 'active')) return;
      const type = isTransition(animation) ? 'transitioncancel' : 'animationcancel';
      cancelled.push({ atMs: Number.NEGATIVE_INFINITY, target, type, animation, elapsedMs: activeMs });
    },
    leave(animation) {
      left.add(animation);
    },
    tell(animations, frameMs) {
      const isAsked = events.areAsked() || isInMarkup || (lastMs === null && events.heard() !== null);
      if (isAsked && !isFollowed) begin(animations());
      lastMs = frameMs;
      fresh.clear();
      if (!isFollowed) return;
      const due = cancelled.splice(0);
      for (const [animation, clock] of animations()) due.push(...dueOf(animation, clock, frameMs));
      for (const one of due.sort((a, b) => a.atMs - b.atMs)) dispatch(one);
    },
  };
}
