import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Warning } from '@framefarm/contract';
import { parseFontServiceUrl } from '../fonts/font-service.js';
import {
  type PackageMapOptions,
  type PackageMiss,
  resolvePackageUrl,
  type Substitution,
} from '../packages/package-map.js';
import { contentTypeOf } from '../server/content-type.js';
import { type DownloadLimits, type DownloadResult, download } from './download.js';
import { ExternalRecord } from './external-record.js';
import type { NetworkPolicyOptions } from './policy.js';

/** A request of the page that leaves the origin. */
export interface ExternalRequest {
  readonly url: string;
  /** Default GET. */
  readonly method?: string;
  /** What it is for, in words of the Fetch standard: `script`, `style`, `image`, `font`, `video`, `audio`, `worker`, … */
  readonly destination: string;
  /** Headers of the page's request; only those that choose a representation are passed on. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type ExternalAnswer =
  | {
      readonly kind: 'file';
      readonly status: 200;
      /** Absolute path of the body; lives as long as the render. */
      readonly file: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'text';
      readonly status: 200;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The page must ask again there, so that relative URLs resolve as on the network; the answer is kept ready. */
  | { readonly kind: 'redirect'; readonly status: 302; readonly headers: Readonly<Record<string, string>> }
  /** `refused`: the policy forbids it. `failed`: it could not be had; `status` when the host answered with one. */
  | { readonly kind: 'refused' | 'failed'; readonly reason: string; readonly status?: number };

export interface ExternalResolverOptions {
  readonly packages: PackageMapOptions;
  readonly policy: NetworkPolicyOptions;
  /** Directory of this render in which downloads are kept, one file for each URL. */
  readonly cacheDir: string;
  /** Replaces the default limits, for tests and operators. */
  readonly limits?: Partial<DownloadLimits>;
  /** Ends downloads that are under way. */
  readonly signal?: AbortSignal;
}

export interface ExternalResolver {
  /** Decides and answers one request. The same URL is fetched once, whoever asks: all lanes see the same bytes. */
  resolve(request: ExternalRequest): Promise<ExternalAnswer>;
  /** Records that a request of a kind that cannot be answered (WebSocket, WebRTC, …) was refused. */
  noteRefused(url: string, reason: string): void;
  /**
   * URLs asked for so far: to the package file that answered, or null where the network was asked or refused. What
   * framefarm answers by itself, such as web font services for bundled fonts, is left out.
   */
  readonly asked: ReadonlyMap<string, string | null>;
  /** What was served in place of something else, in order, without repetition. */
  readonly substitutions: readonly Substitution[];
  /** Warnings so far, without repetition; refusals name the host only. */
  readonly warnings: readonly Warning[];
}

const MIB = 1024 * 1024;
const LIMITS: Readonly<Record<'script' | 'font' | 'media', DownloadLimits>> = {
  script: { maxBytes: 64 * MIB, attemptTimeoutMs: 15_000, totalTimeoutMs: 15_000, attempts: 2 },
  font: { maxBytes: 32 * MIB, attemptTimeoutMs: 8_000, totalTimeoutMs: 20_000, attempts: 2 },
  media: { maxBytes: 2048 * MIB, attemptTimeoutMs: 120_000, totalTimeoutMs: 120_000, attempts: 2 },
};
const MEDIA = new Set(['image', 'video', 'audio', 'track', 'object', 'embed']);
/** Headers by which a host may choose what it sends; nothing that tells who asks. */
const PASSED_HEADERS = ['accept', 'accept-language', 'user-agent'];

/**
 * Answers what a page asks of other hosts: installed packages first, then bundled fonts for web font services, then a
 * guarded download (composition-format 10, 11).
 */
export function createExternalResolver(options: ExternalResolverOptions): ExternalResolver {
  const record = new ExternalRecord(options.policy.offline);
  const downloads = new Map<string, Promise<DownloadResult>>();
  const asked = new Map<string, string | null>();

  const fetchOnce = (url: string, request: ExternalRequest): Promise<DownloadResult> => {
    const known = downloads.get(url);
    if (known !== undefined) return known;
    const file = join(options.cacheDir, createHash('sha256').update(url).digest('hex'));
    const headers: Record<string, string> = { 'accept-encoding': 'gzip, br' };
    for (const name of PASSED_HEADERS) {
      const value = request.headers?.[name];
      if (value !== undefined) headers[name] = value;
    }
    const limits = { ...limitsFor(request.destination), ...options.limits };
    const work = download(url, file, headers, options.policy, limits, options.signal).then((result) => {
      // The page asks for the final URL next; it must get these bytes, not a second download.
      if (result.ok && result.finalUrl !== url && !downloads.has(result.finalUrl)) {
        downloads.set(result.finalUrl, Promise.resolve(result));
      }
      return result;
    });
    downloads.set(url, work);
    return work;
  };

  const fromNetwork = async (url: string, request: ExternalRequest, miss: PackageMiss): Promise<ExternalAnswer> => {
    const method = request.method ?? 'GET';
    const result: DownloadResult =
      method === 'GET' || method === 'HEAD'
        ? await fetchOnce(url, request)
        : { ok: false, kind: 'refused', host: new URL(url).host, reason: `method ${method} is not allowed` };
    if (!result.ok) {
      record.failure(request.url, request.destination, miss, result);
      return {
        kind: result.kind,
        reason: result.reason,
        ...(result.status === undefined ? {} : { status: result.status }),
      };
    }
    if (result.finalUrl !== url) {
      return { kind: 'redirect', status: 302, headers: { ...answerHeaders(request), location: result.finalUrl } };
    }
    const type = result.contentType === '' ? contentTypeOf(new URL(url).pathname) : result.contentType;
    return { kind: 'file', status: 200, file: result.file, headers: answerHeaders(request, type) };
  };

  return {
    asked,
    get substitutions() {
      return record.substitutions;
    },
    get warnings() {
      return record.warnings;
    },
    noteRefused: (url, reason) => record.refused(URL.canParse(url) ? new URL(url).host : '', reason),
    resolve: async (request) => {
      const url = withoutFragment(request.url);
      if (url === null) return { kind: 'failed', reason: 'not a URL' };
      const mapped = await resolvePackageUrl(url, options.packages);
      if (mapped.kind === 'file') {
        record.served(mapped.substitution);
        asked.set(url, mapped.file);
        return { kind: 'file', status: 200, file: mapped.file, headers: answerHeaders(request, mapped.contentType) };
      }
      const fonts = parseFontServiceUrl(url);
      if (fonts !== null && fonts.remaining === null) {
        // The faces themselves come from the stylesheet of bundled fonts.
        const body = `/* bundled with framefarm: ${fonts.bundled.join(', ').replaceAll('*/', '')} */\n`;
        return { kind: 'text', status: 200, body, headers: answerHeaders(request, 'text/css; charset=utf-8') };
      }
      asked.set(url, null);
      return fromNetwork(fonts?.remaining ?? url, request, mapped);
    },
  };
}

function withoutFragment(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

function limitsFor(destination: string): DownloadLimits {
  if (destination === 'font' || destination === 'style') return LIMITS.font;
  return MEDIA.has(destination) ? LIMITS.media : LIMITS.script;
}

/** CORS is answered as open as a CDN does; a request with credentials needs its own origin named. */
function answerHeaders(request: ExternalRequest, contentType?: string): Record<string, string> {
  const origin = request.headers?.origin;
  return {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(origin === undefined
      ? { 'access-control-allow-origin': '*' }
      : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }),
    'access-control-expose-headers': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    'cache-control': 'no-store',
  };
}
