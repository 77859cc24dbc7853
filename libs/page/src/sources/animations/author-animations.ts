/**
 * What scripts do with animations, under the frame clock: they are kept paused and set to a time in each frame, so a script that
 * stops, turns or moves one is answered by its clock instead (reference: composition-format 7.2).
 */
import {
  replaceGetter,
  replaceMethod,
  replaceSetter,
  wrapGetter,
  wrapMethod,
  wrapSetter,
} from '../../natives/wrap-natives.js';
import { type AnimationClock, type OwnClock, shownTime } from './animation-clock.js';
import { currentTime, endOf, originOf, playbackRate, playState } from './native-animations.js';

export interface AuthorAnimations {
  /** Frame time, ms. */
  now(): number;
  /** The clock of an animation; undefined of one that frames do not drive. */
  clockOf(animation: Animation): AnimationClock | undefined;
  /** The same of one that a script handles from here on. */
  ownClockOf(animation: Animation): OwnClock | undefined;
  /** Takes over one that a script has made or begun, with a clock that says where it is, or when it began. */
  adopt(animation: Animation, about: { readonly held: boolean; readonly startMs?: number }): void;
  /** Shows where it stands now. */
  place(animation: Animation): void;
  /** A script is about to wait for its end. */
  watchEnd(animation: Animation): void;
  /** A script has begun, stopped, turned or hurried it: where it stands from here on depends on the frame in which that happens. */
  turned(animation: Animation): void;
  /** A script has said where it stands, or when it began. */
  placed(animation: Animation): void;
}

/** Whether it has run to its end. */
function isOver(animation: Animation, clock: AnimationClock, frameMs: number): boolean {
  const local = clock.localAt(frameMs);
  return clock.rate < 0 ? local <= 0 : clock.rate > 0 && local >= endOf(animation);
}

/** Call it before any script of the page. */
export function followAuthor(follower: AuthorAnimations): void {
  const { now, clockOf, ownClockOf, adopt, place, watchEnd, turned, placed } = follower;
  const { prototype } = Animation;
  /** Of one that has a time; one that was cancelled begins anew. */
  const told = (animation: Animation): AnimationClock | undefined =>
    currentTime.get(animation) === null ? undefined : clockOf(animation);
  const live = (animation: Animation): OwnClock | undefined =>
    currentTime.get(animation) === null ? undefined : ownClockOf(animation);

  wrapMethod(Element.prototype, 'animate', (_, animation) => {
    adopt(animation as Animation, { held: false });
    turned(animation as Animation);
  });

  const moves = (name: string, held: boolean, move: (clock: OwnClock, animation: Animation) => void): void =>
    replaceMethod<Animation>(prototype, name, (animation, native) => {
      const clock = live(animation);
      if (clock === undefined) {
        native();
        adopt(animation, { held });
        turned(animation);
        return;
      }
      const { startMs } = clock;
      move(clock, animation);
      // What runs already goes on, and what stands stays.
      if (clock.startMs !== startMs) turned(animation);
      place(animation);
    });
  moves('play', false, (clock, animation) => clock.play(now(), endOf(animation)));
  moves('pause', true, (clock) => clock.pause(now()));
  moves('reverse', false, (clock, animation) => {
    clock.reverse(now(), endOf(animation));
    playbackRate.set(animation, clock.rate);
  });

  const adjusted = (animation: unknown): void => {
    const one = animation as Animation;
    live(one)?.setLocal(now(), Number(currentTime.get(one)));
    placed(one);
  };
  wrapMethod(prototype, 'finish', adjusted);
  wrapSetter(prototype, 'currentTime', (animation, _, [local]) => {
    const one = animation as Animation;
    if (local === null || currentTime.get(one) === null) return;
    if (clockOf(one) === undefined) adopt(one, { held: playState.get(one) === 'paused' });
    adjusted(one);
  });
  replaceGetter<Animation>(prototype, 'currentTime', (animation, native) => {
    const present = native();
    const clock = told(animation);
    const local = clock?.localAt(now());
    return clock !== undefined && local !== undefined && present === shownTime(clock, local) ? local : present;
  });
  const hurried = (animation: unknown, _: unknown, [rate]: readonly unknown[]): void => {
    const clock = live(animation as Animation);
    if (clock === undefined || clock.rate === Number(rate)) return;
    clock.setRate(now(), Number(rate));
    turned(animation as Animation);
  };
  wrapMethod(prototype, 'updatePlaybackRate', hurried);
  wrapSetter(prototype, 'playbackRate', hurried);

  replaceGetter<Animation>(prototype, 'startTime', (animation, native) => {
    const clock = told(animation);
    return clock === undefined ? native() : clock.startMs;
  });
  replaceSetter<Animation>(prototype, 'startTime', (animation, native, [start]) => {
    const clock = live(animation);
    if (typeof start !== 'number' || clock === undefined) {
      native();
      if (typeof start === 'number') {
        adopt(animation, { held: false, startMs: start });
        placed(animation);
      } else clock?.pause(now());
      return;
    }
    clock.setStart(start);
    placed(animation);
    place(animation);
  });
  replaceGetter<Animation>(prototype, 'playState', (animation, native) => {
    const clock = told(animation);
    if (clock === undefined) return native();
    if (clock.held) return 'paused';
    return isOver(animation, clock, now()) ? 'finished' : 'running';
  });
  replaceGetter<AnimationTimeline>(AnimationTimeline.prototype, 'currentTime', (timeline, native) => {
    const origin = originOf(timeline);
    return origin === null ? native() : now() - origin;
  });

  const awaited = (animation: unknown): void => watchEnd(animation as Animation);
  wrapGetter(prototype, 'finished', awaited);
  // Before the page's own listener is there: ours hears first.
  replaceSetter<Animation>(prototype, 'onfinish', (animation, native) => {
    awaited(animation);
    native();
  });
  const { addEventListener } = prototype;
  Object.defineProperty(prototype, 'addEventListener', { value: addEventListener, writable: true, configurable: true });
  replaceMethod<Animation>(prototype, 'addEventListener', (animation, native, [type]) => {
    if (type === 'finish') awaited(animation);
    native();
  });
}
