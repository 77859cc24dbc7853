/** A worker that was silent for this long is gone, ms. */
export const WORKER_EXPIRY_MS = 10_000;
