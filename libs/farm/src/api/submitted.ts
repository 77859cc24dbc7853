/** Submitting with an `Idempotency-Key`, for whatever can be submitted (http-api 4.2). */

/** An `Idempotency-Key` with what it protects (http-api 4.2). */
export interface IdempotencyClaim {
  readonly owner: string;
  readonly route: string;
  readonly key: string;
  /** SHA-256 of the canonical body, hex. */
  readonly fingerprint: string;
}

export type Submitted<R> =
  /** `waits`: no permit was left for it when it came. `ahead`: its place in the line then; null for a batch, which has none. */
  | { readonly outcome: 'created'; readonly record: R; readonly waits: boolean; readonly ahead: number | null }
  /** The key was used before with the same body. */
  | { readonly outcome: 'replayed'; readonly record: R }
  /** The key was used before with another body. */
  | { readonly outcome: 'key-reused' }
  /** The key was used before with the same body, and what it made was removed since. */
  | { readonly outcome: 'removed'; readonly id: string };
