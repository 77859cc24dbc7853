/** Servers that a composition must not reach: they count every connection and every packet. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface Trap {
  readonly address: string;
  readonly port: number;
  /** `http://address:port`. */
  readonly origin: string;
  /** What arrived so far: paths of requests, and one word for each connection that asked nothing and each packet. */
  readonly hits: readonly string[];
  close(): Promise<void>;
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#00ff00"/></svg>';

/** HTTP, WebSocket and UDP on one port of `address`. */
export async function openTrap(address: string): Promise<Trap> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'image/svg+xml');
    response.end(SVG);
  });
  server.on('connection', (socket) => {
    let asked = false;
    socket.once('data', () => {
      asked = true;
    });
    socket.once('close', () => {
      if (!asked) hits.push('connection');
    });
  });
  server.on('upgrade', (request, socket) => {
    hits.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const packets = createSocket('udp4', () => hits.push('packet'));
  await new Promise<void>((resolve) => packets.bind(port, address, resolve));
  return {
    address,
    port,
    origin: `http://${address}:${port}`,
    hits,
    close: async () => {
      packets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An address of this machine that is not loopback; null where it has none. */
export function ownAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null;
}
