import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { decideNetwork, type NetworkPolicyOptions, type ResolvedAddress } from './policy.js';

/** Redirects followed at most (composition-format 11.1). */
const REDIRECT_LIMIT = 5;
/** Pauses between attempts are short: the total limit bounds them anyway. */
const RETRY_PAUSE_MS = 250;

export interface DownloadLimits {
  /** Bytes of the decoded body at most. */
  readonly maxBytes: number;
  /** Milliseconds for one attempt, redirects included. */
  readonly attemptTimeoutMs: number;
  /** Milliseconds for all attempts. */
  readonly totalTimeoutMs: number;
  /** Attempts at most, from 1; a second one only after 408, 425, 429, 5xx or a broken connection. */
  readonly attempts: number;
}

export type DownloadResult =
  | { readonly ok: true; readonly file: string; readonly contentType: string; readonly finalUrl: string }
  | {
      readonly ok: false;
      /** `refused` by the network policy; `failed` otherwise. */
      readonly kind: 'refused' | 'failed';
      readonly host: string;
      readonly reason: string;
      /** HTTP status, when the host answered with one. */
      readonly status?: number;
    };

type Attempt = DownloadResult & { readonly retry?: boolean };

/**
 * Downloads a URL to `file` under the network policy: each hop is decided anew and dialled at a checked address; size
 * and time are bounded. The file appears only when it is complete. What the network does is in the result; only faults
 * of the local disk are thrown.
 */
export async function download(
  url: string,
  file: string,
  headers: Readonly<Record<string, string>>,
  policy: NetworkPolicyOptions,
  limits: DownloadLimits,
  signal?: AbortSignal,
): Promise<DownloadResult> {
  await mkdir(dirname(file), { recursive: true });
  const total = AbortSignal.timeout(limits.totalTimeoutMs);
  const outer = signal === undefined ? total : AbortSignal.any([signal, total]);
  for (let attempt = 1; ; attempt += 1) {
    const bounded = AbortSignal.any([outer, AbortSignal.timeout(limits.attemptTimeoutMs)]);
    const result: Attempt = await fetchOnce(url, file, headers, policy, limits.maxBytes, bounded);
    if (result.ok || !result.retry || attempt >= limits.attempts || outer.aborted) return result;
    // Cut short by the limit: the next attempt then says that the time has passed.
    await pause(RETRY_PAUSE_MS * attempt, undefined, { signal: outer }).catch(() => undefined);
  }
}

async function fetchOnce(
  start: string,
  file: string,
  headers: Readonly<Record<string, string>>,
  policy: NetworkPolicyOptions,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Attempt> {
  let url = start;
  for (let hop = 0; ; hop += 1) {
    const decision = await unlessAborted(decideNetwork(url, policy), signal);
    if (decision === null)
      return failed(hostOf(url), 'time limit passed while its name was looked up', { retry: true });
    if (!decision.allowed) return { ok: false, kind: decision.kind, host: decision.host, reason: decision.reason };
    const { host } = decision.url;
    // Loaded with the first download: most renders need none, and it takes as long as the rest of the pipeline.
    const { Agent, request } = await import('undici');
    const agent = new Agent({ connect: { lookup: pinnedLookup(decision.addresses) }, pipelining: 0 });
    try {
      const response = await request(decision.url, { dispatcher: agent, headers, signal });
      const status = response.statusCode;
      const location = single(response.headers.location);
      if (status >= 300 && status < 400 && location !== undefined) {
        drop(response.body);
        if (hop >= REDIRECT_LIMIT) return failed(host, `more than ${REDIRECT_LIMIT} redirects`);
        if (!URL.canParse(location, url)) return failed(host, 'redirect to an unreadable URL');
        url = new URL(location, url).href;
        continue;
      }
      if (status < 200 || status > 299) {
        drop(response.body);
        const retry = status === 408 || status === 425 || status === 429 || status >= 500;
        return failed(host, `the host answers ${status}`, { status, retry });
      }
      const encoding = single(response.headers['content-encoding']);
      await save(response.body, encoding, Number(response.headers['content-length']), file, maxBytes, signal);
      const contentType = single(response.headers['content-type']) ?? '';
      return { ok: true, file, contentType, finalUrl: url };
    } catch (error) {
      // A full or unwritable disk is no fault of the host.
      if (LOCAL_FAULTS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      if (error instanceof TooLarge) return failed(host, `larger than ${maxBytes} bytes`);
      if (signal.aborted) return failed(host, 'time limit passed', { retry: true });
      return failed(host, reasonOf(error), { retry: true });
    } finally {
      // Pinned to the addresses of this hop; destroying leaves no socket behind.
      await agent.destroy();
    }
  }
}

/** Of an answer that is not the file, the head says all. Its body may be long, or never end. */
function drop(body: Readable): void {
  body.on('error', () => {}).destroy();
}

const LOCAL_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EMFILE']);

class TooLarge extends Error {}

async function save(
  body: Readable,
  encoding: string | undefined,
  announced: number,
  file: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<void> {
  if (announced > maxBytes) throw new TooLarge();
  const partial = `${file}.partial`;
  let size = 0;
  // Counted after decoding: a small body may unpack to a huge one.
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
  try {
    const decoder = decoderFor(encoding);
    // To be read by the user that decoders of root run as: media of others are the last that root should decode.
    const sink = createWriteStream(partial, { mode: 0o644 });
    if (decoder === null) await pipeline(body, counter, sink, { signal });
    else await pipeline(body, decoder, counter, sink, { signal });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function decoderFor(encoding: string | undefined): Transform | null {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new Error(`unknown content encoding ${encoding}`);
  }
}

/** Answers every look-up with the addresses that were checked, so that a second DNS answer cannot change the target. */
function pinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  let stop = () => {};
  const aborted = new Promise<null>((resolve) => {
    stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function failed(host: string, reason: string, more: { status?: number; retry?: boolean } = {}): Attempt {
  return { ok: false, kind: 'failed', host, reason, ...more };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

/** A short clause without addresses: an error text of a page must not tell which inner address was tried. */
function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
}
