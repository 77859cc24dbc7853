/** The HTTP server under the application: its limits, its parsers and its ids (http-api 1, 4.4; security 7). */
import type { IncomingMessage } from 'node:http';
import { FramefarmError, shown } from '@framefarm/contract';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { READ_AS_ARCHIVE } from '../compositions/archive-types.js';
import type { ProducerConfig } from '../config/producer-config.js';
import { directFailure, isDirectPath } from '../direct/answers.js';
import type { Keys } from '../keys/key-file.js';
import type { KnownRoute } from './problems/allowed-methods.js';
import { problemOf } from './problems/problems.js';
import { MAX_HEADER_BYTES, refusalOf, refuseConnection, setAnswer } from './problems/refused-connection.js';
import { RequestFault } from './problems/request-fault.js';
import { UPLOADS, unsupportedType } from './problems/unsupported-type.js';
import { continueWhenRead } from './requests/continue-when-read.js';
import { INLINE_BODY_BYTES, parseJsonBody } from './requests/json-body.js';
import { knowBeforeBody } from './requests/known-before-body.js';
import { type Observers, observeRequests } from './requests/observe-requests.js';
import { requestIdOf } from './requests/request-id.js';
import { pathOf } from './requests/request-path.js';
import { endStalledAnswers } from './stalled-answers.js';

/** How often connections that are late are looked for, ms. */
const LATE_CHECK_MS = 1_000;
/** No answer is guessed to be another type, framed, or told of to others; pages have a policy of their own (security 7). */
const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** `routes` is filled while routes are registered. */
export function openAdapter(
  config: ProducerConfig,
  routes: KnownRoute[],
  observers: Observers,
  keys: Keys,
): FastifyAdapter {
  const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs, stalledTimeoutMs, maxConnections } = config;
  const adapter = new FastifyAdapter({
    logger: false,
    requestIdHeader: false,
    frameworkErrors: refusePath,
    genReqId: (request: IncomingMessage) => requestIdOf(request.headers['x-request-id']),
    bodyLimit: INLINE_BODY_BYTES,
    forceCloseConnections: true,
    keepAliveTimeout: idleTimeoutMs,
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: (error, socket) => refuseConnection(socket, refusalOf(error, config)),
    // An id of any length is known or not, as any other; nothing is longer than the headers may be.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    http: {
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      maxHeaderSize: MAX_HEADER_BYTES,
      // Refused below, with a body as every other refusal has one.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(LATE_CHECK_MS, headersTimeoutMs, requestTimeoutMs),
    },
  });
  const server = adapter.getInstance() as unknown as FastifyInstance;
  server.server.maxConnections = maxConnections;
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, path: url });
  });
  server.addHook('onRequest', async (request, reply) => {
    setAnswer(request.raw.socket, reply.raw);
    void reply.headers(headersOfEvery(request));
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new RequestFault('VALIDATION_FAILED', 'The request has no Host, which HTTP/1.1 asks for.');
    }
  });
  endStalledAnswers(server, stalledTimeoutMs, observers.log);
  observeRequests(server, observers);
  knowBeforeBody(server, keys, config);
  continueWhenRead(server.server);
  addParsers(server, config);
  return adapter;
}

function headersOfEvery({ id }: FastifyRequest): Record<string, string> {
  return { ...EVERY_ANSWER, 'x-request-id': id };
}

/** The router refuses a malformed path before any hook or filter of ours sees it. */
function refusePath(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = new RequestFault('VALIDATION_FAILED', `The path cannot be read: ${error.message}.`);
  const path = pathOf(request.url);
  const isDirect = isDirectPath(path);
  void reply
    .status(refusal.entry.status)
    .headers({ ...headersOfEvery(request), 'cache-control': 'no-store' })
    .type(isDirect ? 'application/json' : 'application/problem+json')
    .send(JSON.stringify(isDirect ? directFailure(refusal, request.id) : problemOf(refusal, path, request.id)));
}

function addParsers(server: FastifyInstance, { bodyTimeoutMs }: ProducerConfig): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJsonBody(body),
  );
  // Archives are read where they are unpacked, never as a whole in memory.
  server.addContentTypeParser(READ_AS_ARCHIVE, async (request: FastifyRequest) => {
    if (pathOf(request.url) !== UPLOADS) throw unsupportedType(request);
  });
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (coding !== 'identity') {
      const message = `Content-Encoding ${shown(coding)} is not taken; send the body as it is.`;
      return done(new FramefarmError('UNSUPPORTED_MEDIA_TYPE', message, { hint: 'Leave Content-Encoding out.' }));
    }
    // Types are the same in any letter case (RFC 9110 8.3.1), and are read as such.
    if (/^\s*application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      const late = new FramefarmError('REQUEST_TIMEOUT', `The JSON body took longer than ${bodyTimeoutMs} ms.`);
      const timer = setTimeout(() => {
        refuseConnection(request.raw.socket, late, { path: pathOf(request.url), id: request.id });
      }, bodyTimeoutMs);
      payload.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}
