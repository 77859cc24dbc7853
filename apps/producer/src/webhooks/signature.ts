/** Signatures of Standard Webhooks 1.0 (http-api 3.8). Pure. */
import { createHmac } from 'node:crypto';

export interface SignedParts {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The three headers; one signature per secret, so that secrets can rotate. Secrets are `whsec_` and base64. */
export function signedHeaders(parts: SignedParts, secrets: readonly string[]): Readonly<Record<string, string>> {
  const content = `${parts.id}.${parts.timestamp}.${parts.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return {
    'webhook-id': parts.id,
    'webhook-timestamp': String(parts.timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
