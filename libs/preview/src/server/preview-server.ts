/** The server of the preview's page: its files, its state as events, and what the page may ask for. */

import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { asFramefarmError, FramefarmError, resolveRenderOptions } from '@framefarm/contract';
import { respondFile } from '@framefarm/origin';
import { type ErrorAnswer, PATHS, type PicturesAnswer, type PreviewState, type SoundAnswer } from '../protocol.js';
import { failureOf } from '../session/failure.js';
import type { PreviewSession } from '../session/preview-session.js';
import { EventStream } from './event-stream.js';
import { type Guard, refusal } from './guard.js';
import { readObject } from './json-body.js';
import type { UiFile } from './ui-files.js';

/** What the server needs; filled in once its port and the composition's are known. */
export interface ServerParts {
  readonly guard: Guard;
  readonly policy: string;
  readonly files: ReadonlyMap<string, UiFile>;
  readonly session: PreviewSession;
  readonly state: () => PreviewState;
  readonly renderVideo: (format: unknown, quality: unknown) => Promise<void>;
  readonly renderStill: (frame: unknown) => Promise<void>;
  readonly cancel: () => void;
}

export interface PreviewServer {
  readonly server: Server;
  open(parts: ServerParts): EventStream;
  close(): Promise<void>;
}

type Body = Readonly<Record<string, unknown>>;

export function createPreviewServer(): PreviewServer {
  let parts: ServerParts | null = null;
  let events: EventStream | null = null;
  /** Mixes by revision: the page names them by URL. */
  const mixes = new Map<string, string>();

  const actions: Readonly<Record<string, (body: Body, parts: ServerParts) => Promise<unknown>>> = {
    [PATHS.media]: async ({ revision, wanted }, { session }) => {
      if (!Array.isArray(wanted) || !wanted.every(isWanted)) throw misfit('wanted', 'a list of {url, kind}');
      return session.shown(revision).learnMedia(wanted);
    },
    [PATHS.pictures]: async ({ revision, report }, { session, state }): Promise<PicturesAnswer> => {
      const pictures = await session.shown(revision).pictures(report);
      events?.send(state());
      return pictures;
    },
    [PATHS.sound]: async ({ revision, report }, { session, state }): Promise<SoundAnswer> => {
      const shown = session.shown(revision);
      const file = await shown.sound(report);
      events?.send(state());
      if (file === null) return { url: null };
      mixes.set(String(shown.number), file);
      return { url: `${PATHS.sound}?revision=${shown.number}` };
    },
    [PATHS.variables]: async ({ values }, { session }) => {
      const checked = resolveRenderOptions({ variables: values }, () => 'variables');
      if (!checked.ok)
        throw new FramefarmError('VALIDATION_FAILED', checked.issues[0]?.message ?? 'variables', checked);
      await session.setVariables(checked.options.variables);
      return {};
    },
    [PATHS.render]: async ({ format, quality }, { renderVideo }) => {
      await renderVideo(format, quality);
      return {};
    },
    [PATHS.still]: async ({ frame }, { renderStill }) => {
      await renderStill(frame);
      return {};
    },
    [PATHS.cancel]: async (_body, { cancel }) => {
      cancel();
      return {};
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://preview.invalid');
    const method = request.method ?? 'GET';
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('cache-control', 'no-store');
    if (parts === null) return respond(response, 503, 'The preview is starting');
    const why = refusal(parts.guard, method, url.pathname, request.headers);
    if (why !== null) return respond(response, 403, `Refused: ${why}`);
    if (method === 'POST') {
      const action = actions[url.pathname];
      if (action === undefined) return respond(response, 404, 'Not found');
      return respondJson(response, 200, await action(await readObject(request), parts));
    }
    if (method !== 'GET' && method !== 'HEAD') return respond(response, 405, 'Only GET, HEAD and POST are answered');
    if (url.pathname === PATHS.events) return events?.join(response);
    if (url.pathname === PATHS.sound) {
      const file = mixes.get(url.searchParams.get('revision') ?? '');
      const size = file === undefined ? null : await stat(file).catch(() => null);
      if (file === undefined || size === null) return respond(response, 404, 'Not found');
      return respondFile(request, response, file, size.size, 'audio/webm');
    }
    const found = parts.files.get(url.pathname);
    if (found === undefined) return respond(response, 404, 'Not found');
    response.setHeader('content-security-policy', parts.policy);
    response.writeHead(200, { 'content-type': found.type, 'content-length': found.body.length });
    response.end(method === 'HEAD' ? undefined : found.body);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((thrown: unknown) => {
      if (response.headersSent) response.destroy();
      else respondJson(response, asFramefarmError(thrown).entry.status, { error: failureOf(thrown) } as ErrorAnswer);
    });
  });
  return {
    server,
    open: (given) => {
      parts = given;
      events = new EventStream(given.state);
      return events;
    },
    close: () =>
      new Promise((resolve) => {
        events?.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

function respondJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

const isWanted = (value: unknown): value is { url: string; kind: 'video' | 'audio' } => {
  const { url, kind } = (value ?? {}) as { url?: unknown; kind?: unknown };
  return typeof url === 'string' && (kind === 'video' || kind === 'audio');
};

function misfit(field: string, rule: string): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', `${field}: must be ${rule}`);
}
