/** What idle callbacks are told of the time that they have. */

/** The most that a browser promises (requestIdleCallback: "start an idle period"), ms. */
const LONGEST_MS = 50;

/**
 * A deadline that comes nearer by a millisecond with each question instead of with the machine's clock: work that goes on as long as there
 * is time comes as far in each render.
 */
export function idleTime(): IdleDeadline {
  let left = LONGEST_MS;
  return {
    didTimeout: false,
    timeRemaining: () => (left > 0 ? left-- : 0),
  };
}
