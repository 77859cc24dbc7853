/**
 * The order of timers before the first frame, where they are real (reference: composition-format 7.1, 7.4). By the machine's clock alone those of
 * a script and of the load event came in another order on a busy machine, and one that sets itself anew had run more or less often.
 */

/** So long timers are waited for before the first frame: each by itself, and all together from what has loaded last, ms. */
export const LONGEST_WAIT_MS = 2000;

/** A place among those that wait for their turn. */
export interface TimerTurn {
  /** When it is due, as the time since the page began by its timers, ms. */
  readonly at: number;
  /** The machine's clock would have fired it. */
  isRipe: boolean;
}

export interface TimerTurns {
  /** For one that is set now; null where none waits for its turn. */
  take(delay: number): TimerTurn | null;
  /** Whether one that the machine's clock would fire has to wait for its turn. */
  isAwaited(turn: TimerTurn | null): turn is TimerTurn;
  /**
   * Which one of those that wait has its turn now; null while the machine's clock would not fire it. `ahead`: nothing else goes on that it
   * might wait for, so that it is fired whatever the machine's clock says.
   */
  next(waiting: Iterable<{ readonly turn: TimerTurn | null }>, ahead?: boolean): TimerTurn | null;
  /** Timers have built the page for so long that nothing waits for more of them. */
  areOver(): boolean;
  /** Something has loaded, which may build by timers as long again. */
  renew(): void;
  /** From here on none waits for its turn. */
  free(): void;
}

export function orderTimers(inOrder: boolean): TimerTurns {
  let isFree = !inOrder;
  /** How far timers have built the page, and what it was when something had loaded, ms. */
  let [built, renewed] = [0, 0];
  return {
    take: (delay) => (isFree ? null : { at: built + delay, isRipe: false }),
    isAwaited: (turn): turn is TimerTurn => turn !== null && !isFree,
    next(waiting, ahead = false) {
      let first: TimerTurn | null = null;
      for (const { turn } of waiting)
        if (turn !== null && turn.at < (first?.at ?? Number.POSITIVE_INFINITY)) first = turn;
      if (first === null || !(first.isRipe || ahead)) return null;
      built = Math.max(built, first.at);
      return first;
    },
    areOver: () => built - renewed > LONGEST_WAIT_MS,
    renew() {
      renewed = built;
    },
    free() {
      isFree = true;
    },
  };
}
