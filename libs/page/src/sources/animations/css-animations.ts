/** CSS animations, CSS transitions and Web Animations under the frame clock (reference: composition-format 7.2). */

import type { LocalTime } from '../../clock/local-time.js';
import type { StyleChanges } from '../../document/style-changes.js';
import type { Trees } from '../../document/trees.js';
import { animationsIn, nativeComputedStyle } from '../../natives/natives.js';
import { type AnimationClock, OwnClock, StyleClock, shownTime } from './animation-clock.js';
import { isCssAnimation, isOfStyle, isTransition, type StyleAnimation } from './animation-kinds.js';
import { watchForStops } from './animation-stops.js';
import { followAuthor } from './author-animations.js';
import { createEndEvents } from './end-events.js';
import {
  cancel,
  currentTime,
  endOf,
  finish,
  originOf,
  pause,
  playbackRate,
  playState,
  startTime,
} from './native-animations.js';
import type { StyleEvents } from './style-events.js';

interface Driven {
  readonly animation: Animation;
  clock: AnimationClock;
  /** Its style has stopped it. */
  isStopped: boolean;
  /** It was told to be over. */
  isFinished: boolean;
}

export interface AnimationDriver {
  /** Sets the known animations to a time. */
  seek(seconds: number): void;
  /** Looks for animations that appeared, and sets them. */
  scan(seconds: number): void;
  /** Whether a script waits for the end of one, so that what it does then depends on the frames before. */
  awaitsEnds(): boolean;
  /** Whether one goes by where something is scrolled to, which no clock of ours sets. */
  followsScrolling(): boolean;
  /** End of the longest finite animation in seconds from the start of the render, and names for messages. */
  lengths(): { end: number; names: string[] };
}

export interface AnimationTiming {
  /** How a CSS animation on `element` runs. */
  cssClock(element: Element): LocalTime;
  /** Time of the frame that is shown, ms; 0 until frames are being seeked. Animations that appear count from it. */
  now(): number;
  isTimed(element: Element): boolean;
  /** A transition has appeared. */
  transitionBegan(property: string, element: Element | null): void;
  /** Where an animation stands depends on the frame that is shown, in which a script or a style has begun, stopped or turned it. */
  animationTurned(element: Element | null): void;
}

function targetOf(animation: Animation): Element | null {
  const effect = animation.effect;
  return effect instanceof KeyframeEffect ? effect.target : null;
}

/** Whether the style of its target stops it. */
function isStopped({ animationName, effect }: CSSAnimation, target: Element): boolean {
  const pseudo = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
  const style = nativeComputedStyle(target, pseudo);
  const states = style.animationPlayState.split(',');
  const at = style.animationName.split(',').findIndex((name) => name.trim() === animationName);
  return at !== -1 && states[at % states.length]?.trim() === 'paused';
}

/** Whether an animation that stands at `local` has run to its end. One that stands still has not, wherever that is. */
function hasEnded(animation: Animation, { held }: AnimationClock, local: number): boolean {
  const rate = playbackRate.get(animation);
  if (held || rate === 0) return false;
  return rate < 0 ? local <= 0 : local >= endOf(animation);
}

export interface AnimationDriverParts {
  readonly timing: AnimationTiming;
  readonly trees: Trees;
  readonly styles: StyleChanges;
  readonly events: StyleEvents;
}

export function createAnimationDriver({ timing, trees, styles, events }: AnimationDriverParts): AnimationDriver {
  const driven = new Map<Animation, Driven>();
  /** Of all that ever were, as an element may leave the page and come back. */
  const entries = new WeakMap<Animation, Driven>();
  const ends = createEndEvents();
  /** Those that a script has stopped, started or moved: their styles no longer do (CSS Animations 2, 4.1). */
  const isHandled = new WeakSet<Animation>();
  const mayStop = watchForStops(trees, styles);
  let followsScrolling = false;
  /** Those that were begun, stopped or turned since the last scan, and not placed by who did it. */
  const turned = new Set<Animation>();

  const drop = (animation: Animation): void => {
    driven.delete(animation);
    if (isOfStyle(animation)) events.gone(animation);
  };

  const place = (entry: Driven, frameMs: number): void => {
    const { animation, clock } = entry;
    // playState would tell the same, but it brings styles up to date: once for each animation after each change.
    const present = currentTime.get(animation);
    // Setting the time of a cancelled animation would bring it back to life.
    if (present === null) {
      drop(animation);
      return;
    }
    const local = clock.localAt(frameMs);
    const shown = shownTime(clock, local);
    const isOver = ends.isAwaited(animation) && hasEnded(animation, clock, local);
    if (isOver && entry.isFinished) return;
    const isRunning = startTime.get(animation) !== null;
    if (isRunning) pause(animation);
    if (present !== shown || isRunning) currentTime.set(animation, shown);
    entry.isFinished = isOver;
    if (!isOver) {
      ends.forget(animation);
      return;
    }
    finish(animation);
    ends.tell(animation, local, frameMs);
  };

  const drive = (animation: Animation, clock: AnimationClock): Driven => {
    const known = entries.get(animation);
    const entry: Driven = known ?? { animation, clock, isStopped: false, isFinished: false };
    entry.clock = clock;
    entries.set(animation, entry);
    driven.set(animation, entry);
    return entry;
  };

  /** The clock of a known animation as one that can be stopped and moved. */
  const ownClock = (entry: Driven, frameMs: number): OwnClock => {
    const { clock } = entry;
    if (clock instanceof OwnClock) return clock;
    const own = new OwnClock(
      frameMs,
      clock instanceof StyleClock ? { style: clock } : { local: clock.localAt(frameMs), rate: clock.rate },
    );
    entry.clock = own;
    return own;
  };

  /** Stops and starts animations as their styles say; once they are driven, the browser no longer does that by itself. */
  const followStyles = (frameMs: number): void => {
    for (const entry of driven.values()) {
      const { animation } = entry;
      const target = targetOf(animation);
      if (target === null || !isCssAnimation(animation) || isHandled.has(animation)) continue;
      const stopped = isStopped(animation, target);
      if (stopped === entry.isStopped) continue;
      entry.isStopped = stopped;
      turned.add(animation);
      if (stopped) ownClock(entry, frameMs).pause(frameMs);
      else ownClock(entry, frameMs).play(frameMs, Number.POSITIVE_INFINITY);
      place(entry, frameMs);
    }
  };

  const clockOf = (animation: Animation, frameMs: number): AnimationClock => {
    const target = targetOf(animation);
    if (target === null || !isCssAnimation(animation)) {
      return new OwnClock(frameMs, { rate: playbackRate.get(animation) });
    }
    return new StyleClock(() => timing.cssClock(target));
  };

  /** Takes one into those that are driven; null where frames do not drive it. */
  const take = (animation: Animation, frameMs: number): Driven | null => {
    if (originOf(animation.timeline) === null) {
      followsScrolling ||= animation.timeline !== null;
      events.leave(animation);
      return null;
    }
    const target = targetOf(animation);
    if (
      isTransition(animation) &&
      animation.transitionProperty === 'visibility' &&
      target !== null &&
      timing.isTimed(target)
    ) {
      // The runtime's own showing and hiding must not be stretched by `transition: all`.
      cancel(animation);
      return null;
    }
    const known = entries.get(animation);
    if (known === undefined && isTransition(animation)) timing.transitionBegan(animation.transitionProperty, target);
    if (known === undefined && isOfStyle(animation)) events.found(animation);
    const entry = known ?? drive(animation, clockOf(animation, frameMs));
    driven.set(animation, entry);
    // Stopped by its style from the beginning, it stands where it begins.
    if (known === undefined && isCssAnimation(animation) && playState.get(animation) === 'paused') {
      entry.clock = new OwnClock(frameMs, { held: true });
      entry.isStopped = true;
    }
    pause(animation);
    return entry;
  };

  followAuthor({
    now: timing.now,
    clockOf: (animation) => driven.get(animation)?.clock,
    ownClockOf(animation) {
      // A script may handle one of a style before the page is looked at.
      const entry = driven.get(animation) ?? (isOfStyle(animation) ? take(animation, timing.now()) : null);
      if (entry === null) return undefined;
      isHandled.add(animation);
      return ownClock(entry, timing.now());
    },
    adopt(animation, { held, startMs }) {
      const local = currentTime.get(animation);
      if (originOf(animation.timeline) === null || local === null) return;
      const clock = new OwnClock(timing.now(), { local: Number(local), rate: playbackRate.get(animation), held });
      if (startMs !== undefined) clock.setStart(startMs);
      pause(animation);
      place(drive(animation, clock), timing.now());
    },
    place(animation) {
      const entry = driven.get(animation);
      if (entry !== undefined) place(entry, timing.now());
    },
    watchEnd: ends.watch,
    turned: (animation) => turned.add(animation),
    placed: (animation) => turned.delete(animation),
  });

  const tellTurned = (): void => {
    for (const animation of turned) {
      const { held } = driven.get(animation)?.clock ?? {};
      // One that was stopped where it begins stands there in every frame.
      const standsAtStart = held === true && Number(currentTime.get(animation)) === 0;
      if (held !== undefined && !standsAtStart && timing.now() > 0) timing.animationTurned(targetOf(animation));
    }
    turned.clear();
  };

  const lookForNew = (frameMs: number): void => {
    for (const animation of [...trees.now()].flatMap(animationsIn)) {
      if (driven.has(animation)) continue;
      const entry = take(animation, frameMs);
      if (entry !== null) place(entry, frameMs);
    }
    for (const animation of driven.keys()) {
      const target = targetOf(animation);
      if (target !== null && !target.isConnected) drop(animation);
    }
    if (mayStop()) followStyles(frameMs);
  };

  const scan = (seconds: number): void => {
    lookForNew(seconds * 1000);
    if (turned.size > 0) tellTurned();
  };

  function* ofStyles(): Iterable<readonly [StyleAnimation, AnimationClock]> {
    for (const { animation, clock } of driven.values()) if (isOfStyle(animation)) yield [animation, clock];
  }

  return {
    seek(seconds) {
      for (const entry of driven.values()) place(entry, seconds * 1000);
      events.tell(ofStyles, seconds * 1000);
    },
    scan,
    awaitsEnds: () => [...driven.keys()].some((animation) => ends.isAwaited(animation)),
    followsScrolling: () => followsScrolling,
    lengths() {
      let end = 0;
      const names: string[] = [];
      for (const { animation, clock } of driven.values()) {
        const last = endOf(animation);
        const zero = clock.localAt(0);
        const perSecond = clock.localAt(1000) - zero;
        const finish = perSecond > 0 ? (last - zero) / perSecond : 0;
        const kind = isTransition(animation) ? 'transition' : 'animation';
        const name = isCssAnimation(animation)
          ? animation.animationName
          : isTransition(animation)
            ? animation.transitionProperty
            : animation.id || 'Web Animation';
        const finite = Number.isFinite(finish);
        names.push(`${kind} "${name}": ${finite ? `ends at ${Number(finish.toFixed(3))} s` : 'infinite'}`);
        if (finite && !isTransition(animation)) end = Math.max(end, finish);
      }
      return { end, names };
    },
  };
}
