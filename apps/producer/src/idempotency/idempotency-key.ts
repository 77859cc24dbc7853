/** `Idempotency-Key` and the fingerprint of what it protects (http-api 4.2). Pure. */
import { createHash } from 'node:crypto';
import { FramefarmError, IDEMPOTENCY_KEY } from '@framefarm/contract';
import type { IdempotencyClaim } from '@framefarm/farm';

/**
 * The claim of a request, or undefined without the header.
 * @throws FramefarmError INVALID_IDEMPOTENCY_KEY
 */
export function idempotencyClaim(
  header: string | readonly string[] | undefined,
  owner: string,
  route: string,
  body: unknown,
): IdempotencyClaim | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.fits.test(header)) {
    const message = `Idempotency-Key has ${String(header).length} characters or unusual ones; it ${IDEMPOTENCY_KEY.rule}.`;
    throw new FramefarmError('INVALID_IDEMPOTENCY_KEY', message);
  }
  return { owner, route, key: header, fingerprint: fingerprint(body) };
}

/** How long a key is remembered, seconds (http-api 4.2). */
export const IDEMPOTENCY_SECONDS = 86_400;

/** When a key that was first used at `createdAt` is forgotten; both ISO 8601. */
export function idempotencyEnd(createdAt: string): string {
  return new Date(Date.parse(createdAt) + IDEMPOTENCY_SECONDS * 1000).toISOString();
}

/** SHA-256 of the body as canonical JSON: keys in order, whatever order they came in. */
export function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(body)) ?? '')
    .digest('hex');
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, canonical(one)]));
}

export const keyReused = (): FramefarmError =>
  new FramefarmError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used before with another body.');

/** A repeat that comes after what the key made was deleted. */
export const madeAndRemoved = (code: 'RENDER_NOT_FOUND' | 'BATCH_NOT_FOUND'): FramefarmError =>
  new FramefarmError(code, 'What this Idempotency-Key made was removed since.');
