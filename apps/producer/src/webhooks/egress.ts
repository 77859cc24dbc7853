/** Where a webhook may go: the one decision of every connection to the outside (security 3, http-api 3.8). */
import { FramefarmError } from '@framefarm/contract';
import { decideNetwork, type HostLookup, type NetworkDecision } from '@framefarm/origin';

/** Public https addresses, and what the operator lists in FRAMEFARM_NETWORK_ALLOW. The caller dials a returned address. */
export function webhookEgress(url: string, allow: readonly string[], lookup?: HostLookup): Promise<NetworkDecision> {
  return decideNetwork(url, { offline: false, publicHttps: true, allow, ...(lookup === undefined ? {} : { lookup }) });
}

/** @throws FramefarmError URL_NOT_ALLOWED, in general words; the reason is for the log. */
export async function requireWebhookUrl(url: string, allow: readonly string[]): Promise<void> {
  const decision = await webhookEgress(url, allow);
  if (decision.allowed) return;
  const message = 'webhook.url must be a public https address.';
  throw new FramefarmError('URL_NOT_ALLOWED', message, {
    issues: [{ field: '/webhook/url', code: 'url_not_allowed', message }],
    details: { host: decision.host, reason: decision.reason },
  });
}
