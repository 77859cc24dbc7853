/** Natives of animations, taken before what scripts get in their place. */

const { prototype } = Animation;
const accessor = <T>(
  name: keyof Animation,
): { get(animation: Animation): T; set(animation: Animation, value: T): void } => {
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, name) as { get: () => T; set?: (value: T) => void };
  return {
    get: (animation) => get.call(animation),
    set: (animation, value) => set?.call(animation, value),
  };
};
const timelineTime = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, 'currentTime')?.get as () => unknown;
/** Of a timeline that goes by a clock, not by where something is scrolled to: ms of the page's own at which it is at 0; null of others. */
export const originOf = (timeline: AnimationTimeline | null): number | null => {
  if (!(timeline instanceof DocumentTimeline)) return null;
  const behind = Number(timelineTime.call(document.timeline)) - Number(timelineTime.call(timeline));
  return Math.round(behind * 1000) / 1000;
};
const method = (name: 'pause' | 'finish' | 'cancel'): ((animation: Animation) => void) => {
  const original = prototype[name];
  return (animation) => original.call(animation);
};

/** Milliseconds; null of one that was cancelled or never played. */
export const currentTime = accessor<CSSNumberish | null>('currentTime');
/** Null while it is paused. */
export const startTime = accessor<CSSNumberish | null>('startTime');
/** Bringing styles up to date is part of asking. */
export const playState = accessor<AnimationPlayState>('playState');
export const playbackRate = accessor<number>('playbackRate');
export const pause = method('pause');
export const finish = method('finish');
export const cancel = method('cancel');

/** When its effect is over, ms; Infinity where it never is, 0 without one. */
export const endOf = ({ effect }: Animation): number => Number(effect?.getComputedTiming().endTime ?? 0);
