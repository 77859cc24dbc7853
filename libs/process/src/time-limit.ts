/** How long something may take that others do, by the time in which this process could have heard of it. */

/**
 * A timer that comes later than this, in ms, shows that the process itself stood still: stopped by Ctrl-Z, or with its whole container.
 * A busy one comes late by fractions of a second.
 */
const STOOD_STILL_MS = 1_000;

/**
 * Calls `onPassed` after `ms` milliseconds, unless the returned function was called before. The limit begins anew where the process
 * stood still meanwhile: what it waited for may have answered long ago, or been stopped as well.
 */
export function startTimeLimit(ms: number, onPassed: () => void): () => void {
  let timer: NodeJS.Timeout;
  const start = (): void => {
    const due = performance.now() + ms;
    timer = setTimeout(() => {
      if (performance.now() - due > STOOD_STILL_MS) start();
      else onPassed();
    }, ms);
  };
  start();
  return () => clearTimeout(timer);
}
