/** Every request as a line of the log, in a metric, and as a span where traces are configured (http-api 4.5). */
import { type Log, type OpenSpan, readTraceparent, type Tracing } from '@framefarm/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../keys/callers.js';
import type { OwnMetrics } from '../../metrics/own-metrics.js';
import { setPlace } from './request-origin.js';
import { pathOf } from './request-path.js';

/** Asked every few seconds by whoever watches: told at level debug, and in no trace. */
const WATCHED = new Set(['/health', '/healthz', '/readyz', '/metrics']);

export interface Observers {
  readonly log: Log;
  readonly tracing: Tracing;
  readonly metrics: OwnMetrics;
}

export function observeRequests(server: FastifyInstance, { log, tracing, metrics }: Observers): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();

  server.addHook('onRequest', async (request) => {
    const path = pathOf(request.url);
    if (WATCHED.has(path)) return;
    const route = request.routeOptions.url;
    const parent = readTraceparent(request.headers.traceparent);
    const span = tracing.begin(`${request.method} ${route ?? 'unknown'}`, {
      parent,
      kind: 'server',
      facts: {
        'http.request.method': request.method,
        'http.route': route ?? 'unknown',
        'framefarm.request.id': request.id,
      },
    });
    spans.set(request, span);
    // A trace of the client's goes on through the farm also where this producer adds no span to it.
    setPlace(request, span.place ?? parent);
  });

  server.addHook('onResponse', async (request, reply) => {
    const { method, id: requestId } = request;
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime);
    const path = pathOf(request.url);
    const renderId = reply.getHeader('x-render-id');
    const owner = callerOf(request)?.owner;
    const facts = { requestId, renderId, owner, method, path, status, ms };
    log[WATCHED.has(path) ? 'debug' : 'info'](facts, `${method} ${path} ${status}`);
    if (!isStream(reply)) {
      const labels = { method, status: `${Math.floor(status / 100)}xx` };
      metrics.observe('framefarm_producer_http_seconds', reply.elapsedTime / 1000, labels);
    }
    spans.get(request)?.end({
      facts: {
        'http.response.status_code': status,
        ...(typeof renderId === 'string' ? { 'framefarm.render.id': renderId } : {}),
      },
      error: status >= 500 ? String(status) : undefined,
    });
  });
}

/** Streams that were taken over say their type to the raw answer alone. */
function isStream(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type') ?? reply.raw.getHeader('content-type');
  return reply.sent && String(type).startsWith('text/event-stream');
}
