/** Who may ask the preview's server: its own page, and nobody else's (security: DNS rebinding, cross-site requests). */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { TOKEN_HEADER } from '../protocol.js';

export interface Guard {
  /** True for names this server answers to. */
  readonly isKnownHost: (header: string | undefined) => boolean;
  /** Secret of this run, given to the page only. */
  readonly token: string;
}

/** Why a request is refused, in words; null when it may be answered. */
export function refusal(guard: Guard, method: string, path: string, headers: IncomingHttpHeaders): string | null {
  if (!guard.isKnownHost(headers.host)) return 'unknown host';
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return 'foreign origin';
  const isRead = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  // A link from elsewhere may open the page, but nothing else may be asked for from there.
  const isPage = isRead && path === '/';
  if (!isPage && site !== undefined && site !== 'same-origin' && site !== 'none') return 'request of another site';
  if (isRead) return null;
  if (!sameText(String(headers[TOKEN_HEADER] ?? ''), guard.token)) return 'missing or wrong token';
  return null;
}

function sameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
