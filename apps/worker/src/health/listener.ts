/**
 * Health and metrics of the worker on a thread of its own, so that a busy main loop is not taken for a dead process
 * (farm-practice 10): /healthz, /readyz, /metrics.
 */
import { createServer, type ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { HealthReport, ListenerPlace, ListenerWord } from './report.js';

/** The main loop reports each second; one that has been silent for this long does not turn, ms. */
const SILENT_MS = 30_000;

const { host, port } = workerData as ListenerPlace;
let last: { readonly report: HealthReport; readonly at: number } | null = null;

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

const server = createServer((request, response) => {
  const silentMs = last === null ? Number.POSITIVE_INFINITY : performance.now() - last.at;
  const alive = silentMs < SILENT_MS;
  const json = (status: number, body: unknown): void =>
    answer(response, status, 'application/json; charset=utf-8', `${JSON.stringify(body)}\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    json(405, { status: 'method not allowed' });
    return;
  }
  switch (request.url?.split('?', 1)[0]) {
    case '/healthz':
      json(alive ? 200 : 503, { status: alive ? 'ok' : 'silent' });
      return;
    case '/readyz': {
      const ready = alive && last?.report.ready === true;
      const { checks = {}, draining = false } = last?.report ?? {};
      const main = last === null ? 'starts' : `has been silent for ${Math.round(silentMs / 1000)} s`;
      json(ready ? 200 : 503, {
        status: ready ? 'ready' : 'not ready',
        checks: alive ? checks : { ...checks, main },
        draining,
      });
      return;
    }
    case '/metrics':
      answer(response, 200, last?.report.metricsType ?? 'text/plain', last?.report.metrics ?? '');
      return;
    default:
      json(404, { status: 'not found' });
  }
});
server.on('error', (error) => {
  throw error;
});
server.listen(port, host, () => {
  const address = server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  parentPort?.postMessage({ listening } satisfies ListenerWord);
});
parentPort?.on('message', (report: HealthReport) => {
  last = { report, at: performance.now() };
});
