/** What timers of the machine's clock change (reference: composition-format 7.1) stands in another frame of each render. */

import { NativeMutationObserver } from '../../natives/natives.js';
import { promisesRun } from '../../natives/time.js';
import { nameOf } from '../../page.js';
import type { WarningLog } from '../../report/warnings.js';

/**
 * So many changes of what was there before are something that moves, such as words that are typed: a page that builds itself adds elements.
 */
const CHANGES_OF_A_MOTION = 3;
/** So many changes of one element before the first frame are too many to be left untold. */
const CHANGES_TO_TELL = 5;
/** Shorter ones put something off to the next turn, ms. */
const SHORTEST_MS = 10;
/** Attributes that change no picture. */
const UNSEEN = /^(?:aria-|role$|tabindex$|title$)/;

export interface TimerParts {
  /** True once the page has settled. */
  isShown(): boolean;
  /** True while what runs is in the frame that it belongs to: a frame waits for it, or it goes by the frames. */
  isInTime(): boolean;
  /** Before the first frame, timers have changed the page as something does that moves. */
  onMotion(): void;
}

/** Tells of the first change by a timer while frames are shown, or of a motion by timers before. To be called before any script of the author. */
export function tellTimerChanges(log: WarningLog, { isShown, isInTime, onMotion }: TimerParts): void {
  let isTold = false;
  const changes = new WeakMap<Element, number>();
  let moves = 0;
  /** Delay of the timer that runs, which those that it sets have at least: what it changes may be put off to the next turn. */
  let running = 0;

  /** What has changed again and again by now. */
  const movedAmong = (changed: ReadonlySet<Element>): Element | undefined =>
    [...changed].filter((element) => {
      const count = (changes.get(element) ?? 0) + 1;
      changes.set(element, count);
      return count >= CHANGES_TO_TELL;
    })[0];

  const tell = (changed: ReadonlySet<Element>, delay: number, isMoved: boolean): void => {
    const shown = isShown();
    if (!shown && delay < SHORTEST_MS) return;
    if (!shown && isMoved && ++moves === CHANGES_OF_A_MOTION) onMotion();
    if (isTold) return;
    const told = shown ? [...changed][0] : movedAmong(changed);
    if (told === undefined) return;
    isTold = true;
    const element = nameOf(told);
    log.warn(
      'unsupported_feature',
      shown
        ? `A timer of ${delay} ms changed ${element} while frames were shown. Timers go by the clock of the machine, so it changes in another frame in each render: make the change on a timeline, or on the event hf-seek from its detail.time`
        : `Timers changed ${element} again and again before the first frame, which shows it as they leave it. They go by the clock of the machine and not by the frames: make the changes on a timeline, or on the event hf-seek from its detail.time`,
      { element, milliseconds: delay },
    );
  };

  const watched = (handler: TimerHandler, given: unknown): TimerHandler => {
    if (typeof handler !== 'function') return handler;
    const delay = Math.max(running, Number(given ?? 0) || 0);
    return (...args: unknown[]) => {
      if (isTold || isInTime()) return handler(...args);
      const changed = new Set<Element>();
      let isMoved = false;
      const look = (records: readonly MutationRecord[]): void => {
        for (const record of records) {
          const element = elementOf(record);
          if (element === null) continue;
          changed.add(element);
          isMoved ||= !addsElements(record);
        }
      };
      const observer = new NativeMutationObserver(look);
      observer.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
        attributeOldValue: true,
      });
      running = delay;
      try {
        return handler(...args);
      } finally {
        running = 0;
        void promisesRun().then(() => {
          look(observer.takeRecords());
          observer.disconnect();
          if (changed.size > 0) tell(changed, delay, isMoved);
        });
      }
    };
  };

  for (const name of ['setTimeout', 'setInterval'] as const) {
    const real = window[name] as (handler: TimerHandler, delay?: number, ...args: unknown[]) => number;
    const watching = (handler: TimerHandler, delay?: number, ...args: unknown[]): number =>
      real.call(window, watched(handler, delay), delay, ...args);
    Object.defineProperty(watching, 'name', { value: name });
    window[name] = watching as never;
  }
}

function addsElements({ type, addedNodes, removedNodes }: MutationRecord): boolean {
  return type === 'childList' && removedNodes.length === 0 && [...addedNodes].some((node) => node instanceof Element);
}

/** The element of the body that has changed; null where no picture shows it. */
function elementOf({ target, type, attributeName, oldValue }: MutationRecord): Element | null {
  const element = target instanceof Element ? target : target.parentElement;
  if (element === null || document.head?.contains(element) === true) return null;
  if (type !== 'attributes' || attributeName === null) return element;
  return UNSEEN.test(attributeName) || element.getAttribute(attributeName) === oldValue ? null : element;
}
