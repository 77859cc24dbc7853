/** How a render asks for its turn to capture, waits for it and gives it back. */
import type { RowState } from './row-state.js';
import type { Turn } from './scheduler-api.js';

/** The turn of one row; `changed` is called when the row has become ready, and when it has captured. */
export function turnOf<R>(row: RowState<R>, changed: () => void): Turn {
  return (signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const onAbort = (): void => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      row.stage = 'ready';
      row.rest();
      row.grant = () => {
        signal.removeEventListener('abort', onAbort);
        row.stage = 'capturing';
        row.work();
        resolve(() => {
          if (row.stage !== 'capturing') return;
          row.stage = 'finishing';
          changed();
        });
      };
      changed();
    });
}
