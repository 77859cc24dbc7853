/**
 * A claim without a beat for this long is no longer live: five beats. Shorter than the lock of BullMQ, so that the chunk of a
 * killed worker starts elsewhere within ten seconds (farm-practice 11).
 */
export const LEASE_MS = 5_000;
/** Lines of log kept per step. */
export const KEPT_LOG_LINES = 200;

/** Lost claims of one step that make it poison (farm-practice 4). */
export const MAX_LOST_CLAIMS = 6;
