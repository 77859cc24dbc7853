/** Windows as frames (reference: composition-format 3). */
import { type Fps, frameAtOrAfter } from '@framefarm/contract';
import type { TimeWindow } from './model.js';

/** Frames `first <= n < last`; `last` is Infinity for an open window. */
export interface FrameWindow {
  readonly first: number;
  readonly last: number;
}

/** The frames a window covers: both bounds are `ceil(seconds * fps - 1e-6)`, the last one exclusive. */
export function frameWindow(window: TimeWindow, fps: Fps): FrameWindow {
  return {
    // Adding 0 turns the -0 that rounding up a hair below zero gives into 0.
    first: frameAtOrAfter(window.start, fps) + 0,
    last: window.end === null ? Number.POSITIVE_INFINITY : frameAtOrAfter(window.end, fps),
  };
}

/** True when frame `frame` lies in the window. */
export function coversFrame(window: FrameWindow, frame: number): boolean {
  return window.first <= frame && frame < window.last;
}

/**
 * Index of the source picture, from 0, that a clip shows `localSeconds` after its start (composition-format 9.1). The
 * 1e-9 keeps a time that should be whole from falling to the picture before.
 */
export function sourceFrame(localSeconds: number, rate: number, fps: Fps): number {
  return Math.floor((localSeconds * rate * fps.num) / fps.den + 1e-9);
}
