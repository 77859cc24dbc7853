/** Takes GSAP's own ticker off the frame queue and drives it from the frame time (reference: composition-format 7.2). */
import type { FrameQueue } from '../../clock/frame-queue.js';
import { steadyScrambles } from './scramble-starts.js';
import { gsapCopies } from './watch-gsap.js';

type Listener = (time: number, delta: number, frame: number) => void;

interface GsapTicker {
  time: number;
  frame: number;
  _listeners?: Listener[];
  sleep(): void;
  wake(): void;
  lagSmoothing(threshold: number): void;
}

interface GsapAnimation {
  paused(): boolean;
  startTime(): number;
  endTime(includeRepeats?: boolean): number;
}

export interface GsapLike {
  ticker?: GsapTicker;
  globalTimeline?: { getChildren(nested: boolean): readonly GsapAnimation[] };
  updateRoot?: (time: number) => void;
  config?: (options: Record<string, unknown>) => unknown;
}

export interface GsapRoot {
  /** Adopts the copies of GSAP that the page has brought so far, once each; harmless to call again. */
  adopt(): void;
  /** Renders what plays by itself. */
  seek(seconds: number): void;
  /** Calls the author's listeners of its ticker; once all timelines stand where the frame has them, as they would if they played. */
  tell(): void;
  /** When what plays by itself, and has not ended, begins and ends, s. */
  dues(): readonly number[];
  /** Whether the author has given a ticker listeners of its own. */
  isListenedTo(): boolean;
}

/**
 * GSAP's step is found by putting its ticker to sleep and waking it while the queue is being watched: the callback it
 * asks for then is the step. It is never run again; its listeners are called with exact times instead, which works in
 * both directions and does not make the page look like one with a frame loop of its own.
 */
export function createGsapRoot(frames: FrameQueue, fail: (thrown: unknown) => void): GsapRoot {
  const adopted = new Set<GsapLike>();
  const adoptOne = (value: unknown): void => {
    const gsap = value as GsapLike | null | undefined;
    const ticker = gsap?.ticker;
    if (gsap == null || adopted.has(gsap) || typeof ticker?.wake !== 'function') return;
    adopted.add(gsap);
    ticker.lagSmoothing(0);
    gsap.config?.({ autoSleep: 1e9 });
    ticker.sleep();
    frames.ignoreThose(() => ticker.wake());
  };
  /** Milliseconds since the frame before. */
  const deltas = new Map<GsapLike, number>();
  const call = (gsap: GsapLike, which: (listeners: readonly Listener[], root: number) => readonly Listener[]): void => {
    const { ticker, updateRoot } = gsap;
    const listeners = ticker?._listeners ?? [];
    // GSAP's own is the first but for those that asked to come before it.
    const root = Math.max(0, listeners.indexOf(updateRoot as Listener));
    for (const listener of which(listeners, root)) {
      try {
        listener(ticker?.time ?? 0, deltas.get(gsap) ?? 0, ticker?.frame ?? 0);
      } catch (thrown) {
        fail(thrown);
      }
    }
  };
  return {
    adopt() {
      for (const copy of gsapCopies()) {
        adoptOne(copy);
        steadyScrambles(copy);
      }
    },
    seek(seconds) {
      for (const gsap of adopted) {
        const { ticker } = gsap;
        if (ticker === undefined) continue;
        deltas.set(gsap, (seconds - ticker.time) * 1000);
        ticker.time = seconds;
        ticker.frame++;
        call(gsap, (listeners, root) => listeners.slice(0, root + 1));
      }
    },
    tell() {
      for (const gsap of adopted) call(gsap, (listeners, root) => listeners.slice(root + 1));
    },
    dues() {
      return [...adopted].flatMap(({ ticker, globalTimeline }) =>
        (globalTimeline?.getChildren(false) ?? [])
          .filter((animation) => !animation.paused() && animation.endTime() > (ticker?.time ?? 0))
          .flatMap((animation) => [animation.startTime(), animation.endTime()]),
      );
    },
    isListenedTo: () =>
      [...adopted].some(({ ticker, updateRoot }) => ticker?._listeners?.some((listener) => listener !== updateRoot)),
  };
}
