/** When a delivery is tried again (http-api 3.8). Pure. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Pauses before the second try and those after it, ms: 24 h in all. */
const PAUSES = [
  5_000,
  30_000,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  ...[1, 2, 3, 4, 6, 7].map((hours) => hours * HOUR),
];
/** Longest wait that a receiver may ask for, ms. */
const MAX_RETRY_AFTER_MS = 12 * HOUR;

/**
 * Pause before the next try after `tries` of them, ms; null when there is none. `random` from 0 to 1 spreads receivers by a
 * fifth; a `Retry-After` of the receiver is waited for when it is longer.
 */
export function nextPause(tries: number, retryAfterMs: number | null, random: number): number | null {
  const pause = PAUSES[tries - 1];
  if (pause === undefined) return null;
  const spread = Math.round(pause * (0.9 + 0.2 * random));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}
