/** How a render asks for its turn to capture and for further lanes, and how it gives them back. */
import type { CaptureTurn } from '@framefarm/render';
import type { LaneBudget } from './lane-budget.js';
import type { RowState } from './row-state.js';
import type { Turn } from './scheduler-api.js';

export interface TurnRules {
  readonly budget: LaneBudget;
  /** Whether a row that has captured may make its output now, or only once it has been reported. */
  mayFinish(): boolean;
  /** Called whenever a lane has become free or is asked for, and when the row has captured. */
  changed(): void;
}

/** The turn of one row. It comes with a first lane. */
export function turnOf<R>(row: RowState<R>, { budget, mayFinish, changed }: TurnRules): Turn {
  const held = new Set<() => void>();
  const hold = (): (() => void) => {
    const giveBack = (): void => {
      if (!held.delete(giveBack)) return;
      row.lanes -= 1;
      budget.giveBack();
      changed();
    };
    held.add(giveBack);
    return giveBack;
  };
  const ask = async (signal: AbortSignal): Promise<() => void> => {
    const granted = waitIn(row.asks, signal, changed);
    changed();
    await granted;
    return hold();
  };
  return async (wish, signal): Promise<CaptureTurn> => {
    signal.throwIfAborted();
    budget.learn(wish);
    row.stage = 'ready';
    row.wish = wish.lanes;
    row.rest();
    let first: (() => void) | null = await ask(signal);
    return {
      lane: async (laneSignal) => {
        laneSignal.throwIfAborted();
        const own = first ?? (await ask(laneSignal));
        first = null;
        return own;
      },
      captured: async () => {
        if (row.stage !== 'capturing') return;
        if (mayFinish()) {
          row.stage = 'finishing';
          changed();
          return;
        }
        row.stage = 'captured';
        row.rest();
        const told = waitIn(row.untold, signal, changed);
        changed();
        await told;
      },
      end: () => {
        for (const giveBack of [...held]) giveBack();
      },
    };
  };
}

/** Waits in a queue of callbacks until somebody calls it; leaves the queue when the signal aborts. */
function waitIn(queue: (() => void)[], signal: AbortSignal, left: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => {
      const at = queue.indexOf(onCalled);
      if (at >= 0) queue.splice(at, 1);
      reject(signal.reason);
      left();
    };
    const onCalled = (): void => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    queue.push(onCalled);
  });
}
