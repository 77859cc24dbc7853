/** What an origin serves now, and what it has noticed of the requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOADS_TOLD_POLICY } from '@framefarm/contract';
import type { AskedFile, MissingAsset, OriginOptions } from './origin.js';
import { respondText } from './respond.js';

export interface Served {
  readonly options: OriginOptions;
  /** Real path of the project directory. */
  readonly root: string;
  /** Of the origin itself, without a slash at the end. */
  readonly url: string;
  /** Whether a `Host` header names this origin. */
  readonly isKnownHost: (header: string | undefined) => boolean;
  /** Generated texts by path. */
  readonly documents: Map<string, { readonly body: Buffer; readonly type: string }>;
  /** Single files from anywhere by path. */
  readonly files: Map<string, string>;
  /** Directories that framefarm owns, by prefixes that end with a slash. */
  readonly directories: { readonly prefix: string; readonly directory: string }[];
  readonly missing: Map<string, MissingAsset>;
  readonly asked: Map<string, AskedFile>;
  /** Real paths outside the project that were reached through links. */
  readonly outside: Set<string>;
}

/** One request. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** As it was asked for, with its query. */
  readonly target: string;
  /** The same, percent-encoded, without the query. */
  readonly path: string;
}

export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  const target = request.url ?? '/';
  return { request, response, target, path: target.replace(/[?#].*$/s, '') };
}

/** Answers that there is nothing, or by which rule it is refused, and keeps that. */
export function refuse({ missing }: Served, { request, response, path }: Exchange, status: number, why: string): void {
  const destination = String(request.headers['sec-fetch-dest'] ?? 'unknown');
  if (!missing.has(path)) missing.set(path, { path, destination, reason: why });
  respondText(response, status, why === 'missing' ? 'Not found' : `Refused: ${why}`);
}

/** Has a document tell what begins to load in it, where that was asked for. */
export function tellLoads({ options }: Served, { response }: Exchange, type: string): void {
  if (options.tellLoads !== true || !type.startsWith('text/html')) return;
  response.setHeader('Content-Security-Policy-Report-Only', LOADS_TOLD_POLICY);
}
