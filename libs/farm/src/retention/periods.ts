const HOUR = 3_600_000;

/** How long what a render leaves is kept after its end, ms (farm-practice 9); the output itself as its submission asks. */
export const RETENTION = {
  chunksOfCompletedMs: HOUR,
  chunksOfEndedMs: 24 * HOUR,
  recordAfterOutputMs: 7 * 24 * HOUR,
  /** Idempotency keys, and the tombstones of removed renders. */
  idempotencyMs: 24 * HOUR,
} as const;
