/** What `/readyz` says of a worker, in words for whoever runs it and has not seen this code (http-api 4.5). Pure. */

/** An announcement older than this means that Redis cannot be used, ms. */
const REDIS_SILENT_MS = 5_000;

export interface WorkerFacts {
  /** Milliseconds since Redis last took an announcement; infinite before the first. */
  readonly silentMs: number;
  /** Why it did not take the last one; null when it did, and before the first. */
  readonly unsaid: string | null;
  /** `ok`, or the code of the error. */
  readonly store: string;
  /** What is wrong with this machine, in words; null while nothing is. */
  readonly host: string | null;
  readonly draining: boolean;
}

export interface Readiness {
  readonly ready: boolean;
  /** `ok`, or what is wrong; the store's is a code of the catalogue. */
  readonly checks: Readonly<Record<'redis' | 'store' | 'host', string>>;
  readonly draining: boolean;
}

export function readinessOf({ silentMs, unsaid, store, host, draining }: WorkerFacts): Readiness {
  const redis = silentMs < REDIS_SILENT_MS ? 'ok' : redisWords(silentMs, unsaid);
  const checks = { redis, store, host: host ?? 'ok' };
  return { ready: !draining && Object.values(checks).every((state) => state === 'ok'), checks, draining };
}

function redisWords(silentMs: number, unsaid: string | null): string {
  if (!Number.isFinite(silentMs) && unsaid === null) return 'not announced yet, the worker starts';
  const since = Number.isFinite(silentMs) ? `for ${Math.round(silentMs / 1000)} s` : 'since the start';
  return `takes no announcements ${since}: ${unsaid ?? 'no answer'}`;
}
