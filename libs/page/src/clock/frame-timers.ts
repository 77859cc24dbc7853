/**
 * Timers under the frame clock once frames are shown, where the machine's clock would fire them in another frame of each render. Before, those
 * that run once are real, as pages build themselves by them (reference: composition-format 7.1, 7.4), but in their order and after what
 * loads. Intervals go by the frames from the beginning: how often one had run by the first frame was another number in each render.
 */

import { nativeNow } from '../natives/time.js';
import { LONGEST_WAIT_MS, orderTimers, type TimerTurn } from './timer-turns.js';

/** Shorter ones that run once put something off to the next turn and stay real, ms. */
const SHORTEST_MS = 10;
/** No browser repeats sooner, ms (HTML, timers: nesting). */
const SHORTEST_PERIOD_MS = 4;
/** Between a timer and one that it sets: a chain comes to the end of a frame, ms. */
const LEAST_MS = 1;
/** Shorter intervals may look for something to be there, ms. */
const LONGEST_LOOKING_MS = 500;
/** So long a frame has waited once timers of earlier frames go by the machine's clock: it seems to wait for one of them, ms. */
const STUCK_MS = 3000;
/** Between two looks at whether it does, ms. */
const LOOK_MS = 100;

interface Timer {
  readonly run: () => void;
  readonly delay: number;
  readonly repeats: boolean;
  /** After the time at which it is set, or has run, ms. */
  readonly wait: number;
  /** Frame time, ms; null as long as the machine's clock decides. */
  due: number | null;
  /** Frame time at which it was set, ms; minus infinity where another timer of the frames did so, or it was before the first frame. */
  readonly setAt: number;
  /** What the browser knows it by. */
  real: number | undefined;
  /** Since the document is there. */
  hasRun: boolean;
  /** The machine's clock would have fired it, and nothing waited then. */
  isExpired: boolean;
  /** Of one that is set before the first frame, and is real. */
  readonly turn: TimerTurn | null;
}

export interface FrameTimersParts {
  /** Frame time, ms. */
  now(): number;
  /** Sets the frame time while a timer runs. */
  set(milliseconds: number): void;
  isShown(): boolean;
  /** True while a frame, or the page before the first one, waits for what the page gave it to wait for, which may need a timer. */
  isAwaited(): boolean;
  /** Whether the document is there as a whole, which intervals may look for. */
  isLoaded(): boolean;
  /** Whether timers of before the first frame wait for their turn. */
  readonly inOrder: boolean;
  fail(thrown: unknown): void;
}

export interface FrameTimers {
  /** What timers do moves: intervals, and all that is set from here on, wait for the frames, also before the first one. */
  hold(): void;
  /** What is set now waits for the frames. */
  isHeld(): boolean;
  /**
   * Before the first frame: fires the timer whose turn it is once the machine's clock would have; false while it would not. `ahead`: sooner,
   * unless one puts something off to the next turn.
   */
  fireNext(ahead: boolean): boolean;
  /** From here on none waits for its turn, as what the page loads may wait for one. */
  free(): void;
  /** Something has loaded, which may build by timers as long again. */
  renew(): void;
  /** What is set is due so much later, ms: the time was not known until now. */
  shift(milliseconds: number): void;
  /** Runs intervals that may look for something to be there, as it is by now; what they begin then is waited for. False where there are none. */
  look(): boolean;
  /** From here on frames are shown: what is pending is due by their time, and no interval that may look has never run. */
  begin(): void;
  /** Fires what is due in the frame at `milliseconds`, each at its own time, the earliest first. */
  run(milliseconds: number): void;
  /** The frame has run: what goes on behind a promise does so at the time of the timer that it waited for. */
  leave(): void;
  /** Something waits from here on, perhaps for a timer that the machine's clock would have fired before. */
  wake(): void;
  /** While one of them is fired. */
  isRunning(): boolean;
  /** Whether one will be due before this time. */
  areDueBefore(milliseconds: number): boolean;
  /** Whether one that runs once goes by the machine's clock. */
  areOpen(): boolean;
  /** When each is due that goes by the frames, ms. */
  dues(): readonly number[];
  /** When the next one is due by the frames, ms; null where none is. */
  nextDue(): number | null;
}

/** Call it before any script of the page or worker, and before others wrap timers. */
export function installFrameTimers(parts: FrameTimersParts): FrameTimers {
  const { now, set, isShown, isAwaited, isLoaded, inOrder, fail } = parts;
  const setReal = globalThis.setTimeout.bind(globalThis) as (
    handler: TimerHandler,
    delay?: number,
    ...args: unknown[]
  ) => number;
  const repeatReal = globalThis.setInterval.bind(globalThis) as typeof setReal;
  const clearReal = globalThis.clearTimeout.bind(globalThis);
  const timers = new Map<number, Timer>();
  /** Of the timer that has run last in this frame, once the frame has run. */
  let base: number | null = null;
  let lastDue: number | null = null;
  let running = false;
  let held = false;
  const turns = orderTimers(inOrder);
  /** Times of the frame that is shown and of the one before it, ms. */
  let [shown, before] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  /** When the frame was shown, or began to wait, by the machine's clock. */
  let shownAt = 0;

  /** Whether the machine's clock fires a timer that waits for the frames: what a frame waits for would wait for ever for it. */
  const isWaitedFor = ({ setAt }: Timer): boolean =>
    isAwaited() && (!isShown() || setAt > before || nativeNow() - shownAt >= STUCK_MS);
  const expireIn = (ms: number, handle: number, timer: Timer): void => {
    timer.isExpired = false;
    timer.real = setReal(() => expire(handle, timer), ms);
  };
  /** The machine's clock would fire it now. */
  const expire = (handle: number, timer: Timer): void => {
    if (timers.get(handle) !== timer) return;
    if (timer.due !== null && !isWaitedFor(timer)) {
      if (isAwaited() && !timer.repeats) expireIn(LOOK_MS, handle, timer);
      else timer.isExpired = true;
      return;
    }
    if (!isShown() && !isAwaited() && turns.isAwaited(timer.turn)) {
      timer.turn.isRipe = true;
      return;
    }
    if (!timer.repeats) timers.delete(handle);
    timer.run();
  };
  const fire = (handle: number, timer: Timer): void => {
    if (timer.repeats) {
      if (timer.due !== null) timer.due += timer.wait;
    } else {
      timers.delete(handle);
      clearReal(timer.real);
    }
    timer.run();
  };

  const isHeld = (): boolean => held || turns.areOver();
  const waitsForFrames = (delay: number, repeats: boolean): boolean => {
    if (isAwaited()) return false;
    if (repeats) return true;
    // What a timer of a frame puts off is in that frame, as far as there is time.
    if (delay < SHORTEST_MS) return isShown() && (running || base !== null);
    return isHeld() || isShown() || delay > LONGEST_WAIT_MS;
  };

  const timerSetter =
    (repeats: boolean) =>
    (handler: TimerHandler, given?: number, ...args: unknown[]): number => {
      const setNative = repeats ? repeatReal : setReal;
      if (typeof handler !== 'function') return setNative(handler, given, ...args);
      const delay = Math.max(0, Number(given ?? 0) || 0);
      const wait = Math.max(repeats ? SHORTEST_PERIOD_MS : LEAST_MS, delay);
      const due = waitsForFrames(delay, repeats) ? (base ?? now()) + wait : null;
      const isReal = due === null && !repeats && delay >= SHORTEST_MS && !isShown() && !isAwaited();
      const timer: Timer = {
        run() {
          timer.hasRun = isLoaded();
          handler(...args);
        },
        delay,
        repeats,
        wait,
        due,
        setAt: isShown() && !running ? (base ?? now()) : Number.NEGATIVE_INFINITY,
        real: undefined,
        hasRun: false,
        isExpired: false,
        turn: isReal ? turns.take(delay) : null,
      };
      const handle = setNative(() => expire(handle, timer), given);
      timer.real = handle;
      timers.set(handle, timer);
      return handle;
    };

  const clear = (handle?: number): void => {
    timers.delete(Number(handle));
    clearReal(handle);
  };
  const define = (name: 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval', value: unknown): void => {
    Object.defineProperty(value, 'name', { value: name });
    globalThis[name] = value as never;
  };
  define('setTimeout', timerSetter(false));
  define('setInterval', timerSetter(true));
  define('clearTimeout', (handle?: number) => clear(handle));
  define('clearInterval', (handle?: number) => clear(handle));

  const guarded = (act: () => void): void => {
    running = true;
    try {
      act();
    } catch (thrown) {
      fail(thrown);
    } finally {
      running = false;
    }
  };
  const earliest = (until: number): [number, Timer] | undefined => {
    let found: [number, Timer] | undefined;
    for (const entry of timers) {
      const { due } = entry[1];
      if (due !== null && due <= until && due < (found?.[1].due ?? Number.POSITIVE_INFINITY)) found = entry;
    }
    return found;
  };

  /** Once timers are known to move something, none looks. */
  const mayLook = ({ repeats, delay }: Timer): boolean => repeats && delay < LONGEST_LOOKING_MS && !held;
  const lookIf = (may: (timer: Timer) => boolean): boolean => {
    const looking = [...timers].filter(([, timer]) => may(timer));
    // One of them may end another one.
    for (const [handle, timer] of looking) if (timers.get(handle) === timer) guarded(timer.run);
    return looking.length > 0;
  };
  const dues = (): number[] => [...timers.values()].flatMap(({ due }) => due ?? []);

  return {
    hold() {
      held = true;
      for (const timer of timers.values()) {
        if (timer.repeats) timer.due ??= now() + timer.wait;
      }
    },
    isHeld,
    fireNext(ahead) {
      const waiting = [...timers].filter(([, { due }]) => due === null);
      const turn = turns.next(
        waiting.map(([, timer]) => timer),
        ahead && waiting.every(([, timer]) => timer.turn !== null),
      );
      const next = waiting.find(([, timer]) => turn !== null && timer.turn === turn);
      if (next === undefined) return false;
      const [handle, timer] = next;
      timers.delete(handle);
      clearReal(timer.real);
      // What it changes is looked at as what the machine's clock fires.
      try {
        timer.run();
      } catch (thrown) {
        fail(thrown);
      }
      return true;
    },
    free: turns.free,
    renew: turns.renew,
    shift(milliseconds) {
      for (const timer of timers.values()) {
        if (timer.due !== null) timer.due += milliseconds;
      }
    },
    look() {
      return lookIf(mayLook);
    },
    begin() {
      for (const timer of timers.values()) {
        // What moves goes on by frames, however short the timer that it waits for now.
        if (timer.repeats || timer.delay >= SHORTEST_MS || held) timer.due ??= now() + timer.wait;
      }
      lookIf((timer) => mayLook(timer) && !timer.hasRun);
    },
    run(milliseconds) {
      if (milliseconds !== shown) [shown, before] = [milliseconds, shown];
      shownAt = nativeNow();
      base = null;
      lastDue = null;
      for (let next = earliest(milliseconds); next !== undefined; next = earliest(milliseconds)) {
        const [handle, timer] = next;
        lastDue = timer.due;
        set(lastDue ?? milliseconds);
        guarded(() => fire(handle, timer));
      }
      if (lastDue !== null) set(milliseconds);
    },
    leave() {
      base = lastDue;
    },
    wake() {
      // What the page itself was busy with is no wait.
      shownAt = nativeNow();
      for (const [handle, timer] of timers) if (timer.isExpired && !timer.repeats) expireIn(0, handle, timer);
    },
    isRunning: () => running,
    areDueBefore: (milliseconds) => [...timers.values()].some(({ due }) => due !== null && due < milliseconds),
    areOpen: () => [...timers.values()].some(({ due, repeats }) => due === null && !repeats),
    dues,
    nextDue() {
      const all = dues();
      return all.length === 0 ? null : Math.min(...all);
    },
  };
}
