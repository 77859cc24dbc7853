/** Where an animation stands in a frame, with what its author does to it (Web Animations 1, 4.4 and 4.5). Pure; all times in milliseconds. */

import type { LocalTime } from '../../clock/local-time.js';

export interface AnimationClock {
  /** Own time for each millisecond of frames. */
  readonly rate: number;
  /** It stands still. */
  readonly held: boolean;
  /** Frame time at which its own time is or was 0; null while it is held. */
  readonly startMs: number | null;
  /** Its own time in the frame at `frameMs`. */
  localAt(frameMs: number): number;
}

/**
 * Own time that the browser is given for `local`, both in ms: a hundred-millionth later while it runs forwards. Browsers divide by the
 * duration: 600 of 1600 ms came out below 3/8, and of steps that begin with a frame some came with the next one.
 */
export const shownTime = ({ rate, held }: AnimationClock, local: number): number =>
  rate > 0 && !held ? local + 1e-8 : local;

/** Of an animation of a style, which follows the element that it is on. `timeOf` is asked anew, as that may be placed anew. */
export class StyleClock implements AnimationClock {
  readonly held = false;

  constructor(private readonly timeOf: () => LocalTime) {}

  get rate(): number {
    return this.timeOf().rate;
  }

  get startMs(): number {
    const { start, rate, offset } = this.timeOf();
    return (start - offset / rate) * 1000;
  }

  localAt(frameMs: number): number {
    const { start, rate, offset } = this.timeOf();
    return ((frameMs / 1000 - start) * rate + offset) * 1000;
  }
}

/** Of an animation that its author may stop, turn, hurry and move. */
export class OwnClock implements AnimationClock {
  #rate: number;
  /** Where it stands still; null while it runs. */
  #held: number | null;
  /** Own time in the frame at `#anchorMs`; while `#style` is there, in that in which it begins by its style. */
  #anchor: number;
  #anchorMs: number;
  /** Of one that has not begun when its author first handles it: when it does is known once the page is read. */
  #style: StyleClock | null;

  constructor(
    frameMs: number,
    about: {
      readonly local?: number;
      readonly rate?: number;
      readonly held?: boolean;
      /** Its clock until now. */
      readonly style?: StyleClock;
    } = {},
  ) {
    const { style = null } = about;
    const { local = style?.localAt(frameMs) ?? 0, rate = style?.rate ?? 1, held = false } = about;
    this.#rate = rate;
    this.#style = style;
    if (this.#isToCome(frameMs)) {
      this.#anchor = 0;
      this.#anchorMs = 0;
    } else {
      this.#style = null;
      this.#anchor = local;
      this.#anchorMs = frameMs;
    }
    this.#held = held ? local : null;
  }

  get rate(): number {
    return this.#rate;
  }

  get held(): boolean {
    return this.#held !== null;
  }

  get startMs(): number | null {
    return this.#held !== null || this.#rate === 0 ? null : this.#beginMs - this.#anchor / this.#rate;
  }

  localAt(frameMs: number): number {
    return this.#held ?? this.#anchor + (frameMs - this.#beginMs) * this.#rate;
  }

  get #beginMs(): number {
    return this.#style?.startMs ?? this.#anchorMs;
  }

  #isToCome(frameMs: number): boolean {
    return this.#style !== null && frameMs <= this.#style.startMs;
  }

  pause(frameMs: number): void {
    this.#held = this.localAt(frameMs);
  }

  /**
   * Goes on, from its other end when it is over.
   * @param end of its effect, Infinity where it has none.
   * @throws DOMException `InvalidStateError` as the browser does: backwards from an end that never comes.
   */
  play(frameMs: number, end: number): void {
    this.#playAt(this.#rate, frameMs, end);
  }

  /** Goes on the other way. @throws as {@link play}, and goes on as before then. */
  reverse(frameMs: number, end: number): void {
    this.#playAt(-this.#rate, frameMs, end);
  }

  #playAt(rate: number, frameMs: number, end: number): void {
    const isToCome = this.#isToCome(frameMs);
    const local = isToCome ? (this.#held ?? this.#anchor) : this.localAt(frameMs);
    const isOver = rate < 0 ? local <= 0 || local > end : local < 0 || local >= end;
    const begin = isOver ? (rate < 0 ? end : 0) : local;
    if (begin === Number.POSITIVE_INFINITY) {
      throw new DOMException('Cannot play reversed Animation with infinite target effect end.', 'InvalidStateError');
    }
    this.#rate = rate;
    if (isToCome) this.#anchor = begin;
    else this.#moveTo(frameMs, begin);
    this.#held = null;
  }

  setRate(frameMs: number, rate: number): void {
    if (!this.#isToCome(frameMs)) this.#moveTo(frameMs, this.localAt(frameMs));
    this.#rate = rate;
  }

  setLocal(frameMs: number, local: number): void {
    this.#moveTo(frameMs, local);
    if (this.#held !== null) this.#held = local;
  }

  /** Runs as if it had begun in the frame at `startMs`. */
  setStart(startMs: number): void {
    this.#moveTo(startMs, 0);
    this.#held = null;
  }

  #moveTo(frameMs: number, local: number): void {
    this.#style = null;
    this.#anchor = local;
    this.#anchorMs = frameMs;
  }
}
