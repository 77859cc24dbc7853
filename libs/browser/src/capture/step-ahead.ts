/** The order in which frames of a run are stepped to, read and handed on. Pure; what it drives are functions. */
import type { Turns } from './frame-turns.js';

/** Frames that a run is stepped ahead of its pictures: one is drawn while the page shows the next. */
const AHEAD = 1;
/** The same while another page waits for a long turn, in which these are drawn. The page remembers twice as many. */
const FAR_AHEAD = 8;
/**
 * Frames in a row that do not go through the compositor, unless a page beside waits: a page may wait for something that only a
 * composed one does, such as `image.decode()`.
 */
const MOST_UNCOMPOSED = 15;

const STEPPED = Symbol('stepped');

export interface Steps<Picture, Handed> {
  readonly first: number;
  /** The frame after the last one. */
  readonly end: number;
  /** What was shown before was composed; else the first of these is. */
  readonly composed: boolean;
  readonly turns: Turns;
  /** Has the page show its next frame; one that is composed lasts until all before it is drawn. */
  readonly step: (frame: number, composed: boolean) => Promise<void>;
  /** Waits for the picture of a frame; null when it must be taken by itself. Called in order, one at a time. */
  readonly read: (frame: number) => Promise<Picture | null>;
  readonly handOn: (frame: number, picture: Picture) => Handed;
  /** Lets go of a picture that nobody gets. */
  readonly drop: (picture: Picture) => void;
}

/**
 * Steps to the frames and yields their pictures. One is handed on while the frame after it waits for its turn: a turn of another
 * page may last as long as ten of these. Returns the first frame that must be taken by itself, or `end`.
 */
export async function* stepAhead<Picture, Handed>(
  steps: Steps<Picture, Handed>,
): AsyncGenerator<Handed, number, undefined> {
  const { first, end, turns, step, read, handOn, drop } = steps;
  const leave = turns.run();
  /** Pictures of frames that were stepped to and are not handed on, the oldest first. */
  const waiting: Promise<Picture | null>[] = [];
  let reading: Promise<unknown> = Promise.resolve();
  let stepping: Promise<typeof STEPPED> | null = null;
  let [next, handedOn, uncomposed] = [first, first, steps.composed ? 0 : MOST_UNCOMPOSED];
  try {
    while (handedOn < end) {
      if (stepping === null && next < end && waiting.length <= (turns.awaited ? FAR_AHEAD : AHEAD)) {
        const composed = uncomposed >= MOST_UNCOMPOSED && !turns.awaited;
        uncomposed = composed ? 0 : uncomposed + 1;
        stepping = step(next, composed).then(() => STEPPED);
        stepping.catch(() => {});
      }
      const come = await Promise.race(
        [stepping, waiting[0]].filter((awaited) => awaited !== null && awaited !== undefined),
      );
      if (come === STEPPED) {
        const frame = next;
        const picture = reading.then((before) => (before === null ? null : read(frame)));
        picture.catch(() => {});
        reading = picture;
        waiting.push(picture);
        next += 1;
        stepping = null;
        if (waiting.length > FAR_AHEAD) turns.ahead();
      } else {
        if (come === null) return handedOn;
        waiting.shift();
        handedOn += 1;
        yield handOn(handedOn - 1, come as Picture);
      }
    }
    return end;
  } finally {
    leave();
    await stepping?.catch(() => {});
    for (const picture of waiting) picture.then((left) => left !== null && drop(left)).catch(() => {});
  }
}
