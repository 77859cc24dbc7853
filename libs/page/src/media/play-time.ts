/** Where media would be if they played in the page: captions and meters follow them by `currentTime` (composition-format 9). */
import { parseRate, type TimeWindow } from '@framefarm/composition/timing';
import { type Fps, fpsValue } from '@framefarm/contract';
import { type CompositionTree, mediaStart } from '../document/composition-tree.js';

/** A time that should be on a border must not fall before it, s. */
const NEAR = 1e-6;

/** What is asked about an element in the present frame; `length` of its source in seconds, null when unknown. */
export interface Playback {
  /** Seconds into the source. */
  timeOf(element: HTMLMediaElement, length: number | null): number;
  /** It is in its window, and its source has not ended. */
  plays(element: HTMLMediaElement, length: number | null): boolean;
  hasEnded(element: HTMLMediaElement, length: number | null): boolean;
  /** Frames of the composition that it has been in its window, this one included. */
  framesOf(element: HTMLMediaElement): number;
}

/** The composition as it is now. */
export interface Present {
  tree(): CompositionTree | null;
  /** Seconds of the frame that is shown; null until frames are. */
  seconds(): number | null;
  fps(): Fps;
}

export function followPlayback(present: Present): Playback {
  const now = (): number => present.seconds() ?? 0;
  const windowOf = (element: HTMLMediaElement): TimeWindow | undefined => {
    const tree = present.tree();
    return tree?.timing.windows.get(tree.keys.get(element) ?? -1);
  };
  const hasEnded = (element: HTMLMediaElement, length: number | null): boolean =>
    length !== null && !element.loop && playTime(windowOf(element), element, length, now() + NEAR) >= length;
  return {
    timeOf: (element, length) => playTime(windowOf(element), element, length, now()),
    plays(element, length) {
      const window = windowOf(element);
      const seconds = now() + NEAR;
      if (present.seconds() === null || window === undefined || seconds < window.start) return false;
      return seconds < (window.end ?? Number.POSITIVE_INFINITY) && !hasEnded(element, length);
    },
    hasEnded,
    framesOf: (element) => 1 + Math.round((now() - (windowOf(element)?.start ?? 0)) * fpsValue(present.fps())),
  };
}

/**
 * Seconds into the source of an element at `seconds` of the composition. It stands at its start before its window, and after it where that
 * ended. Of an element that has no window nobody hears or sees anything: 0.
 */
function playTime(
  window: TimeWindow | undefined,
  element: HTMLMediaElement,
  length: number | null,
  seconds: number,
): number {
  if (window === undefined) return 0;
  const from = mediaStart(element);
  const elapsed = Math.max(0, Math.min(seconds, window.end ?? seconds) - window.start);
  const played = elapsed * parseRate(element.getAttribute('data-playback-rate'));
  if (length === null) return from + played;
  const pass = length - from;
  return element.loop && pass > 0 ? from + (played % pass) : Math.min(from + played, length);
}
