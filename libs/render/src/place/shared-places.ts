/** The warm places of a session: each has one render with open pages at a time. */
import { untilAborted } from '@framefarm/process';
import type { Place, WarmPlace } from './place.js';

interface SharedPlace {
  readonly warm: WarmPlace;
  /** Settles when the last render that left has no encoder at work any more. */
  encoded: Promise<void>;
  /** Renders that have left and want to come back; they go before new ones. */
  readonly returning: (() => void)[];
}

export interface SharedPlaces {
  /** A place that nobody uses, the one that was left last; a new one where there is none. */
  take(): Promise<TakenPlace>;
  /** Closes all places; none may be in use. */
  close(): Promise<void>;
}

export interface TakenPlace {
  readonly place: Place;
  /** The render is over. */
  end(): void;
}

export function sharePlaces(open: () => Promise<WarmPlace>): SharedPlaces {
  const free: SharedPlace[] = [];

  const giveBack = (shared: SharedPlace): void => {
    const next = shared.returning.shift();
    if (next === undefined) free.push(shared);
    else next();
  };
  const takeAgain = async (shared: SharedPlace, signal: AbortSignal): Promise<void> => {
    const at = free.indexOf(shared);
    if (at >= 0) {
      free.splice(at, 1);
      return;
    }
    let come = (): void => {};
    const freed = new Promise<void>((resolve) => {
      come = resolve;
    });
    shared.returning.push(come);
    try {
      await untilAborted(freed, signal);
    } catch (error) {
      const waiting = shared.returning.indexOf(come);
      if (waiting >= 0) shared.returning.splice(waiting, 1);
      // It was freed for this render in the same instant.
      else giveBack(shared);
      throw error;
    }
  };

  return {
    take: async () => {
      const shared = free.pop() ?? { warm: await open(), encoded: Promise.resolve(), returning: [] };
      let here = true;
      const leave = (): void => {
        if (!here) return;
        here = false;
        giveBack(shared);
      };
      return {
        place: {
          ...shared.warm,
          encoderFree: shared.encoded,
          leave: (encoded) => {
            shared.encoded = encoded;
            leave();
          },
          comeBack: async (signal) => {
            if (here) return;
            await takeAgain(shared, signal);
            here = true;
          },
        },
        end: leave,
      };
    },
    close: async () => {
      await Promise.all(free.map(({ warm }) => warm.close()));
    },
  };
}
