/**
 * What is still to come of what a page has begun by itself, in the frames where chunks meet: a page that has jumped there may show the same
 * picture and wait for something else (docs/decisions/where-chunks-meet.md).
 */

/** Digits after the point that two pages come to alike, of seconds and of milliseconds. */
const DIGITS = 3;

export interface Outstanding {
  /** The page has been prepared for a render whose chunks begin with these frames. */
  watch(meetings: readonly number[]): void;
  /** The page is about to leave the frame that it shows: all that goes on in it has. */
  leave(frame: number): void;
  /** When something is due, one after the other; empty where nothing is, or the frame is none where chunks meet. */
  after(frame: number): string;
}

/**
 * @param dues times in the page's clock, in any order: one unit for each of the lists
 * @param shown the frame that is shown
 */
export function createOutstanding(dues: () => readonly (readonly number[])[], shown: () => number): Outstanding {
  let meetings: ReadonlySet<number> = new Set();
  const known = new Map<number, string>();
  const now = (): string => {
    const lists = dues().map((times) => times.map((time) => time.toFixed(DIGITS)).toSorted());
    return lists.every((times) => times.length === 0) ? '' : lists.map((times) => times.join(' ')).join(',');
  };
  return {
    watch(given) {
      meetings = new Set(given);
      known.clear();
    },
    leave(frame) {
      if (meetings.has(frame)) known.set(frame, now());
    },
    after(frame) {
      if (!meetings.has(frame)) return '';
      return frame === shown() ? now() : (known.get(frame) ?? '');
    },
  };
}
