/**
 * The only way out of the browser besides the project origin, and it leads nowhere: plain http is put before the
 * resolver, every tunnel (https past interception, WebSocket) is refused. Enforcement, where interception only
 * explains (security 3).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createHttpServer } from '@framefarm/origin/http-server.js';
import { type BlockedHosts, type ExternalResolver, isRefusal } from './external-request.js';

export interface OutsideProxy {
  /** On 127.0.0.1. */
  readonly port: number;
  close(): Promise<void>;
}

/** Hosts that Chromium itself calls; refused like all others, but not the page's doing (security 3). */
const BROWSERS_OWN =
  /^(accounts\.google\.com|(clients\d*|update|optimizationguide-pa|content-autofill|safebrowsing|android\.clients)\.(google|googleapis)\.com|(redirector|edgedl\.me)\.gvt1\.com|www\.google\.com)$/;

/** Starts the proxy on a free port. */
export async function startOutsideProxy(resolve: ExternalResolver, blocked: BlockedHosts): Promise<OutsideProxy> {
  const sockets = new Set<Socket>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '');
    if (url === null || url.protocol !== 'http:') {
      response.writeHead(403).end();
      return;
    }
    const outcome = await resolve({
      url: url.href,
      method: request.method ?? 'GET',
      resourceType: 'Other',
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    });
    if (isRefusal(outcome)) {
      if (outcome.report !== false && !BROWSERS_OWN.test(url.hostname)) blocked.add(url.hostname, outcome.refused);
      response.writeHead(403).end();
      return;
    }
    response.writeHead(outcome.status, outcome.headers).end(outcome.body);
  };

  const server = createHttpServer((request, response) => {
    request.resume();
    answer(request, response).catch(() => response.destroy());
  });
  const refuseTunnel = (request: IncomingMessage, socket: Socket): void => {
    const host = URL.parse(`http://${request.url ?? ''}`)?.hostname ?? '';
    if (host !== '' && !BROWSERS_OWN.test(host)) blocked.add(host, 'tunnels are refused');
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  };
  server.on('connect', refuseTunnel);
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    const host = URL.parse(request.url ?? '')?.hostname ?? '';
    if (host !== '') blocked.add(host, 'WebSocket is refused');
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        // A connection may have come in between the last look and the close; nobody waits for it to end by itself.
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
