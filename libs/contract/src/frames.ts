/** The frame clock: which instant a frame shows and which frames a window covers (reference: composition-format 3 and 5). */
import type { Fps } from './fps.js';

/** Time of frame `n` in seconds: exactly n × den / num. */
export function frameTime(frame: number, fps: Fps): number {
  return (frame * fps.den) / fps.num;
}

/** First frame at or after `seconds`. The 1e-6 keeps binary rounding noise from costing a frame. */
export function frameAtOrAfter(seconds: number, fps: Fps): number {
  return Math.ceil((seconds * fps.num) / fps.den - 1e-6);
}

/** Number of frames of a length: rounded when within 1e-3 of an integer, else the next integer up. */
export function frameCount(seconds: number, fps: Fps): number {
  const exact = (seconds * fps.num) / fps.den;
  const nearest = Math.round(exact);
  return Math.abs(exact - nearest) <= 1e-3 ? nearest : Math.ceil(exact);
}

/** Length of `frames` frames in seconds; picture and sound both last this long. */
export function framesDuration(frames: number, fps: Fps): number {
  return frameTime(frames, fps);
}

/** Most frames of one render, ten hours at 27 frames per second (composition-format 5). */
export const MAX_FRAMES = 1_000_000;

/** Why a length is refused, in words; null where it may be rendered. */
export function tooManyFrames(seconds: number, fps: Fps): string | null {
  const frames = frameCount(seconds, fps);
  return frames > MAX_FRAMES ? `${seconds} s are ${frames} frames; a render has at most ${MAX_FRAMES}` : null;
}
