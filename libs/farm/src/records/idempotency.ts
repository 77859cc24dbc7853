import { createHash } from 'node:crypto';
import type { IdempotencyClaim } from '../api/submitted.js';

/** What the scripts know of a claim: one name for owner, route and key, and the fingerprint of the body. */
export function claimArgs(claim: IdempotencyClaim | undefined): object {
  if (claim === undefined) return {};
  const scope = JSON.stringify([claim.owner, claim.route, claim.key]);
  const key = createHash('sha256').update(scope).digest('hex');
  return { idempotency: { key, fingerprint: claim.fingerprint } };
}
