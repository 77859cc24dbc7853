/** The socket of an origin: its port outlives single origins, so that a warm browser can be given the next one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from './http-server.js';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface OriginListener {
  readonly port: number;
  /** Address listened on. */
  readonly host: string;
  /** Hands all requests to `handler` from now on. */
  serve(handler: RequestHandler): void;
  /** Nobody answers any more, requests are refused with 503; unless another handler has taken over. */
  leave(handler: RequestHandler): void;
  /** Ends at once: open connections are closed too. */
  close(): Promise<void>;
}

/** Listens on a random port of an address of this machine. */
export async function openOriginListener(host = '127.0.0.1'): Promise<OriginListener> {
  let current: RequestHandler | null = null;
  const server = createHttpServer({ keepAlive: true, noDelay: true }, (request, response) => {
    if (current !== null) return current(request, response);
    request.resume();
    response.writeHead(503, { Connection: 'close' }).end();
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    host,
    serve: (handler) => {
      current = handler;
    },
    leave: (handler) => {
      if (current === handler) current = null;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
