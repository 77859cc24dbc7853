/** What a page may put into `__timelines`, and how it is driven (reference: composition-format 7.2). */
import { numberTweens } from '../gsap/first-renders.js';

/** GSAP 3 and 2 timelines, and whatever else offers their methods. */
export interface TimelineLike {
  pause?: (...args: unknown[]) => unknown;
  seek?: (time: number, suppress?: boolean) => unknown;
  time?: (time?: number, suppress?: boolean) => unknown;
  totalTime?: (time?: number, suppress?: boolean) => unknown;
  /** Of GSAP: shows it at a time, with `force` also where it stands already. */
  render?: (totalTime: number, suppress?: boolean, force?: boolean) => unknown;
  duration?: number | (() => number);
  totalDuration?: () => number;
  getChildren?: (nested?: boolean, tweens?: boolean, timelines?: boolean) => TweenLike[];
  vars?: { useFrames?: boolean };
}

export interface TweenLike {
  targets?: () => unknown[];
  vars: Record<string, unknown>;
  parent?: TweenLike | null;
  /** Holds the tweens of single targets, where they are staggered or have keyframes. */
  timeline?: TimelineLike;
  startTime?: () => number;
  timeScale?: () => number;
  totalDuration?: () => number;
  repeat?: () => number;
}

/** A timeline longer than this counts as infinite (composition-format 5). */
const INFINITE_SECONDS = 1e6;

function isTimeline(value: unknown): value is TimelineLike {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  const candidate = value as TimelineLike;
  return [candidate.totalTime, candidate.seek, candidate.time].some((method) => typeof method === 'function');
}

/** Reads an entry of `__timelines`: one timeline or an array of them; anything else yields none. */
export function timelinesOf(value: unknown): TimelineLike[] {
  return (Array.isArray(value) ? value : [value]).filter(isTimeline);
}

/** Length in seconds; Infinity when it never ends, 0 when it has none. */
export function timelineSeconds(timeline: TimelineLike, framesPerSecond: number): number {
  if (typeof timeline.duration === 'number') return finite(timeline.duration / 1000);
  const read = timeline.totalDuration ?? timeline.duration;
  const length = typeof read === 'function' ? Number(read.call(timeline)) : 0;
  return finite(timeline.vars?.useFrames === true ? length / framesPerSecond : length);
}

function finite(seconds: number): number {
  if (Number.isNaN(seconds) || seconds < 0) return 0;
  return seconds > INFINITE_SECONDS ? Number.POSITIVE_INFINITY : seconds;
}

/** Timelines that have been seeked. */
const numbered = new WeakSet<TimelineLike>();
/** Those that have been with their callbacks. */
const begun = new WeakSet<TimelineLike>();

/**
 * GSAP renders nothing on the way to where a timeline stands already: what is set or called at 0 would come with the second frame, where in
 * a window the first tick is a little later than 0. It is rendered there by force. To go a little further and back would render it
 * backwards, which begins each tween that was shown before its start (`from`), wherever it is: in a window it begins, and reads where it
 * goes to, at its start.
 */
function begin(timeline: TimelineLike, position: number, length: number): void {
  if (begun.has(timeline)) return;
  begun.add(timeline);
  // One without length is rendered also where it stands.
  if (position === 0 && length > 0 && timeline.totalTime?.() === 0) timeline.render?.(0, false, true);
}

/**
 * Goes to `seconds`, clamped to the timeline. Callbacks run unless `suppress` is set. A timeline whose length is a
 * number counts milliseconds, as anime.js does.
 */
export function seekTimeline(timeline: TimelineLike, seconds: number, framesPerSecond: number, suppress = false): void {
  const length = timelineSeconds(timeline, framesPerSecond);
  const clamped = Math.max(0, Math.min(seconds, length > 0 ? length : seconds));
  if (typeof timeline.duration === 'number') {
    timeline.seek?.(clamped * 1000, suppress);
    return;
  }
  if (!numbered.has(timeline)) {
    numbered.add(timeline);
    numberTweens(timeline);
  }
  const position = timeline.vars?.useFrames === true ? clamped * framesPerSecond : clamped;
  if (typeof timeline.totalTime === 'function') {
    if (!suppress) begin(timeline, position, length);
    timeline.totalTime(position, suppress);
  } else if (typeof timeline.seek === 'function') timeline.seek(position, suppress);
  else timeline.time?.(position, suppress);
}
