/** The thread of the second listener: it answers while the main event loop is busy (http-api 1). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { pathOf } from '../http/requests/request-path.js';
import type { HealthAnswer, HealthQuestion } from './health-listener.js';
import { healthObject } from './health-object.js';

/** Longest wait for the main thread, ms; it may be busy, which is no fault. */
const MAIN_MS = 3_000;
/** Watchers and scrapers are few. */
const MAX_CONNECTIONS = 256;

const { host, port } = workerData as { readonly host: string; readonly port: number };
const waiting = new Map<number, (answer: HealthAnswer) => void>();
let asked = 0;

/** Asks the main thread, which has the connections. */
function ask(path: HealthQuestion['path']): Promise<HealthAnswer> {
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.delete(id);
      const body = JSON.stringify({ status: 'unavailable', checks: { main: 'busy' }, draining: false });
      resolve({ id, status: 503, type: 'application/json', body });
    }, MAIN_MS);
    waiting.set(id, (answer) => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(answer);
    });
    parentPort?.postMessage({ id, path } satisfies HealthQuestion);
  });
}

parentPort?.on('message', (answer: HealthAnswer) => waiting.get(answer.id)?.(answer));

const server = createServer(
  { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 60_000 },
  async (request, response) => {
    const path = pathOf(request.url ?? '/');
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? '' : body);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', 'GET and HEAD only\n');
    if (path === '/health' || path === '/healthz') {
      return send(200, 'application/json', JSON.stringify({ ...healthObject(), thread: 'worker' }));
    }
    if (path === '/readyz' || path === '/metrics') {
      const { status, type, body } = await ask(path);
      return send(status, type, body);
    }
    send(404, 'text/plain', 'not found\n');
  },
);
server.maxConnections = MAX_CONNECTIONS;
server.on('error', (error) => {
  throw error;
});
server.listen(port, host, () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port }));
