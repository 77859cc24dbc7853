/** Taking a port of this machine. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FramefarmError } from '@framefarm/contract';

const HIGHEST_PORT = 65_535;
/** Ports tried after the one that was asked for. */
const TRIES = 100;

/**
 * Listens on `port`, or on the next free one above it (cli 9); 0 takes any. Resolves with the port taken.
 * @throws FramefarmError `VALIDATION_FAILED` when the address is not of this machine, or no port can be had.
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const last = Math.min(HIGHEST_PORT, port + TRIES);
  for (let candidate = port; candidate <= last; candidate += 1) {
    const code = await listenOnce(server, host, candidate);
    if (code === null) return (server.address() as AddressInfo).port;
    if (code !== 'EADDRINUSE') throw refused(host, candidate, code);
  }
  throw refused(host, port, `it and the ports up to ${last} are taken`);
}

function listenOnce(server: Server, host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message);
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve(null);
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'the address is not one of this machine',
  ENOTFOUND: 'the name is not known',
};

function refused(host: string, port: number, code: string): FramefarmError {
  const message = `the preview cannot listen on ${host}, port ${port}: ${REASONS[code] ?? code}`;
  return new FramefarmError('VALIDATION_FAILED', message, {
    hint: 'Pass another --port or --host.',
    issues: [{ field: '--port', code: 'unavailable', message }],
  });
}
