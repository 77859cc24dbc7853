/** API keys as the operator's file lists them, and who a caller is (http-api 4.1). */

export const SCOPES = ['submit', 'read', 'cancel', 'priority', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface KeyLimits {
  /** Permits of the owner at once. */
  readonly permits?: number;
  /** Renders of the owner in the line at once. */
  readonly queuedRenders?: number;
  readonly requestsPerMinute?: number;
}

/** Who sends a request. */
export interface Caller {
  /** Name of the key; `local` where authentication is off. Renders of one owner are unknown to any other. */
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly limits: KeyLimits;
  /** `whsec_…`; several while they rotate. */
  readonly webhookSecrets: readonly string[];
}

/** An entry of the file. The key itself is never stored. */
export interface ApiKey extends Caller {
  /** SHA-256 of the key, 32 bytes. */
  readonly hash: Buffer;
}

/** Whoever reaches a producer without a key file: it listens on loopback, or its operator chose this. */
export const LOCAL_CALLER: Caller = { owner: 'local', scopes: SCOPES, limits: {}, webhookSecrets: [] };
