/** Where media would be if they played in the page: captions and meters follow them by `currentTime` (composition-format 9). */
import { parseRate } from '@framefarm/composition/timing';
import { type CompositionTree, mediaStart } from '../composition-tree.js';

/**
 * Seconds into the source of an element at `seconds` of the composition; `length` of its source in seconds, null when unknown. It stands
 * at its start before its window, and after it where that ended. Of an element that has no window nobody hears or sees anything: 0.
 */
export function playTime(
  tree: CompositionTree | null,
  element: HTMLMediaElement,
  length: number | null,
  seconds: number,
): number {
  const window = tree?.timing.windows.get(tree.keys.get(element) ?? -1);
  if (window === undefined) return 0;
  const from = mediaStart(element);
  const elapsed = Math.max(0, Math.min(seconds, window.end ?? seconds) - window.start);
  const played = elapsed * parseRate(element.getAttribute('data-playback-rate'));
  if (length === null) return from + played;
  const pass = length - from;
  return element.loop && pass > 0 ? from + (played % pass) : Math.min(from + played, length);
}
