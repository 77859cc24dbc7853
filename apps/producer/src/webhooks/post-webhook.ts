/** One try of a delivery: decided, dialled at the checked address, judged by its status alone (security 7). */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HostLookup, ResolvedAddress } from '@framefarm/origin';
import { untilAborted } from '@framefarm/process';
import { webhookEgress } from './egress.js';

/** Bytes of an answer that are read, and those that the log keeps. */
const READ_BYTES = 8_192;
const KEPT_BYTES = 1_024;

export interface TryResult {
  /** Null when no answer came. */
  readonly status: number | null;
  readonly excerpt: string;
  readonly retryAfter: string | undefined;
}

export interface WebhookTry {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Origins that the operator allows beside public ones. */
  readonly allow: readonly string[];
  /** Time for the whole try, ms; the look-up of the name is part of it. */
  readonly withinMs: number;
  /** Default: the resolver of the system. */
  readonly lookup?: HostLookup;
}

/** Settles within the time, whatever a receiver or a name server does: the try holds a turn meanwhile. */
export async function postWebhook(one: WebhookTry): Promise<TryResult> {
  const signal = AbortSignal.timeout(one.withinMs);
  try {
    const decision = await untilAborted(webhookEgress(one.url, one.allow, one.lookup), signal);
    if (!decision.allowed) {
      const excerpt = decision.kind === 'refused' ? 'the address is not allowed' : 'the host name has no address';
      return { status: null, excerpt, retryAfter: undefined };
    }
    return await send(decision.url, decision.addresses, one, signal);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const isLate = name === 'TimeoutError' || name === 'AbortError';
    const excerpt = isLate ? `no answer within ${one.withinMs / 1000} s` : `no connection (${code ?? name})`;
    return { status: null, excerpt, retryAfter: undefined };
  }
}

function send(
  url: URL,
  addresses: readonly ResolvedAddress[],
  { headers, body }: WebhookTry,
  signal: AbortSignal,
): Promise<TryResult> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: pinned(addresses),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'framefarm-webhooks',
      },
    });
    // Listens to the end: a connection may break once more after the try is settled.
    sent.on('error', reject);
    // An answer that would change the protocol (101) is no response; unheard, its request ends without a word.
    sent.once('upgrade', ({ statusCode = null }, socket) => {
      resolve({ status: statusCode, excerpt: '', retryAfter: undefined });
      socket.destroy();
    });
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const done = (): void => {
        const excerpt = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8');
        resolve({ status: response.statusCode ?? null, excerpt, retryAfter: response.headers['retry-after'] });
        sent.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= READ_BYTES) done();
      });
      // The status has been said: a body that breaks off, or does not end in time, takes nothing back.
      response.once('end', done).once('error', done).once('close', done);
      signal.addEventListener('abort', done, { once: true });
    });
    sent.end(body);
  });
}

/** The addresses that were judged; the name is not looked up a second time. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (first === undefined) return callback(new Error('no address'), '', 4);
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
