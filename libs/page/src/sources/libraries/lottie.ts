/** Lottie and dotLottie under the frame clock (reference: composition-format 7.2). */

import { createLottieEnds, type LottieEvents } from './lottie-ends.js';
import { type LottiePace, type LottieState, lottieFrame, passesOf } from './lottie-frames.js';

export interface LottieLike extends LottieEvents {
  goToAndStop?: (value: number, isFrame?: boolean) => void;
  play?: () => void;
  pause?: () => void;
  setFrame?: (frame: number) => void;
  totalFrames?: number;
  frameRate?: number;
  duration?: number;
  isLoaded?: boolean;
  isPaused?: boolean;
  autoplay?: boolean;
  loop?: boolean | number;
  playSpeed?: number;
  playDirection?: number;
  /** Of lottie-web alone. */
  currentRawFrame?: number;
  getDuration?: (inFrames?: boolean) => number;
}

type Globals = Record<string, unknown>;
const globals = window as unknown as Globals;

/** What a script does to an animation of lottie-web. */
const MOVES = [
  'play',
  'pause',
  'togglePause',
  'stop',
  'goToAndStop',
  'goToAndPlay',
  'playSegments',
  'setSegment',
  'setSpeed',
  'setDirection',
] as const;
/** A script that moves animations by itself. */
const MOVING = /\.\s*(?:goToAndStop|goToAndPlay|playSegments|togglePause|play)\s*\(/;
/** The library's own text, where a document holds it. */
const LIBRARY = 'getRegisteredAnimations';

/** All that is registered plays from 0, whatever scripts do to it. */
const FROM_THE_START: LottieState = { raw: 0, at: 0, isPlaying: true };

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

const isAnimation = (value: unknown): value is LottieLike => {
  const animation = value as LottieLike | null;
  return typeof animation?.goToAndStop === 'function' || typeof animation?.setFrame === 'function';
};

function pushed(): Set<unknown> {
  return new Set(listOf(globals.__hfLottie));
}

function lottieInstances(): LottieLike[] {
  const found = pushed();
  for (const name of ['lottie', 'bodymovin']) {
    const library = globals[name] as { getRegisteredAnimations?: () => unknown[] } | undefined;
    for (const animation of library?.getRegisteredAnimations?.() ?? []) found.add(animation);
  }
  for (const player of document.querySelectorAll('dotlottie-player, dotlottie-wc, lottie-player')) {
    const holder = player as unknown as { dotLottie?: unknown; getLottie?: () => unknown };
    const animation = holder.dotLottie ?? holder.getLottie?.();
    if (animation != null) found.add(animation);
  }
  return [...found].filter(isAnimation);
}

/** Seconds of one pass at its own speed; 0 while the data is not loaded. */
function lottieSeconds(animation: LottieLike): number {
  if (typeof animation.getDuration === 'function') return Number(animation.getDuration(false)) || 0;
  return Number(animation.duration) || 0;
}

function paceOf(animation: LottieLike): LottiePace {
  const { totalFrames: frames = 1, loop = false, playSpeed = 1, playDirection = 1 } = animation;
  const length = lottieSeconds(animation);
  const frameRate = animation.frameRate ?? (length > 0 ? frames / length : 30);
  return { frames, loop, perSecond: frameRate * playSpeed * playDirection };
}

/** Whether a script of the document moves animations by itself. */
const scriptsMove = (): boolean =>
  [...document.scripts].some(({ text }) => MOVING.test(text) && !text.includes(LIBRARY));

interface Followed {
  /** Where it is at a time, seconds. */
  stateAt(seconds: number): LottieState;
  /** What the runtime does to the animation is none of the author's doing. */
  drive(act: () => void): void;
}

/**
 * An animation that nobody has registered goes as scripts have it go, such as by a tween that calls `goToAndStop`. One that does not play by itself
 * plays from 0 all the same, as it does in HyperFrames, where no script moves any.
 * @param now time of the composition, seconds
 */
function followAuthor(animation: LottieLike, now: () => number): Followed {
  const methods = animation as Record<string, unknown>;
  const native = (name: string): void => (methods[name] as { original?: () => void } | undefined)?.original?.();
  let depth = 0;
  /** No script has moved it. */
  let isLeft = animation.autoplay !== true && animation.isPaused !== false;
  let left: LottieState | undefined;
  const first: LottieState = {
    raw: animation.currentRawFrame ?? 0,
    at: now(),
    isPlaying: !isLeft,
  };
  let state = first;

  const stateAt = (seconds: number): LottieState => {
    if (isLeft) {
      left ??= { ...first, isPlaying: !scriptsMove() };
      return left;
    }
    return seconds < state.at ? first : state;
  };
  /** The library finds it where its own clock would have brought it. */
  const restore = (): void => {
    if (isLeft || !state.isPlaying || animation.isLoaded === false) return;
    const frame = lottieFrame(state, paceOf(animation), now());
    if (animation.currentRawFrame !== frame) animation.goToAndStop?.(frame, true);
    if (animation.isPaused === true) native('play');
  };
  const keep = (): void => {
    isLeft = false;
    state = { raw: animation.currentRawFrame ?? 0, at: now(), isPlaying: animation.isPaused === false };
  };

  for (const name of MOVES) {
    const original = methods[name];
    if (typeof original !== 'function') continue;
    const call = original.bind(animation) as (...args: unknown[]) => unknown;
    methods[name] = Object.assign(
      (...args: unknown[]) => {
        if (depth > 0) return call(...args);
        depth++;
        try {
          restore();
          const answer = call(...args);
          keep();
          return answer;
        } finally {
          depth--;
        }
      },
      { original: call },
    );
  }
  return {
    stateAt,
    drive(act) {
      depth++;
      try {
        act();
      } finally {
        depth--;
      }
    },
  };
}

export interface Lotties {
  any(): boolean;
  seek(seconds: number, guard: (act: () => void) => void): void;
  /** Finite ends in seconds, and names for messages. */
  lengths(): { end: number; names: string[] };
  isLoading(): boolean;
  /** Whether listeners wait for ends. */
  awaitsEnds(): boolean;
}

/** @param now time of the composition, seconds */
export function createLotties(now: () => number): Lotties {
  const followed = new WeakMap<LottieLike, Followed>();
  const ends = createLottieEnds();

  /** Null for one that is registered, and for those of other libraries: they play from 0. */
  const followedOf = (animation: LottieLike, registered: ReadonlySet<unknown>): Followed | null => {
    if (registered.has(animation) || typeof animation.currentRawFrame !== 'number') return null;
    let follows = followed.get(animation);
    if (follows === undefined) {
      follows = followAuthor(animation, now);
      followed.set(animation, follows);
    }
    return follows;
  };
  const eachFollowed = (): [LottieLike, Followed | null][] => {
    const registered = pushed();
    return lottieInstances().map((animation) => [animation, followedOf(animation, registered)]);
  };

  const goTo = (animation: LottieLike, state: LottieState, seconds: number): void => {
    if (typeof animation.goToAndStop === 'function') {
      const frame = lottieFrame(state, paceOf(animation), seconds);
      const isThere = !state.isPlaying && animation.isPaused === true && animation.currentRawFrame === frame;
      if (!isThere) animation.goToAndStop(frame, true);
      return;
    }
    const length = lottieSeconds(animation);
    const total = animation.totalFrames ?? 0;
    if (length <= 0 || total <= 0) return;
    const local = animation.loop === true ? seconds % length : Math.min(seconds, length);
    animation.pause?.();
    animation.setFrame?.(Math.min(total - 1e-3, (local / length) * total));
  };

  return {
    any: () => lottieInstances().length > 0,
    seek(seconds, guard) {
      for (const [animation, follows] of eachFollowed()) {
        const state = () => follows?.stateAt(seconds) ?? FROM_THE_START;
        const go = (): void => goTo(animation, state(), seconds);
        // One may have been followed before it was registered.
        const drive = followed.get(animation)?.drive;
        guard(() => (drive === undefined ? go() : drive(go)));
        guard(() => ends.tell(animation, state, paceOf(animation), seconds));
      }
    },
    lengths() {
      const names: string[] = [];
      let end = 0;
      for (const [animation, follows] of eachFollowed()) {
        const { isPlaying, at } = follows?.stateAt(now()) ?? FROM_THE_START;
        const pace = paceOf(animation);
        const speed = Math.abs(animation.playSpeed ?? 1);
        const length = speed > 0 ? (lottieSeconds(animation) * passesOf(pace)) / speed : Number.POSITIVE_INFINITY;
        names.push(`Lottie animation: ${Number.isFinite(length) ? `${Number(length.toFixed(3))} s` : 'infinite'}`);
        if (isPlaying && Number.isFinite(length)) end = Math.max(end, at + length);
      }
      return { end, names };
    },
    isLoading: () =>
      // Before the author's own scripts move them.
      eachFollowed().some(([animation]) => animation.isLoaded === false || lottieSeconds(animation) === 0),
    awaitsEnds: () => lottieInstances().some((animation) => ends.isAwaited(animation, paceOf(animation))),
  };
}
