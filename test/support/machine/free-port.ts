/**
 * Ports for programs that are told theirs before they listen. The kernel gives those of its own range to whoever asks for any, also to
 * each connection that is made, so one of them that is free now may be taken a moment later: these lie below it, apart for each process
 * of the suite.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const FIRST = 10_000;
/** For each process of the suite; far more than its files ask for. */
const OF_A_PROCESS = 500;

/** Where the kernel's own ports begin. */
function firstOfKernel(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]);
  } catch {
    return 32_768; // Linux's own; others begin above it.
  }
}

const block = Number(process.env.VITEST_POOL_ID ?? 0) % Math.floor((firstOfKernel() - FIRST) / OF_A_PROCESS);
// Another suite on this machine begins elsewhere.
let next = process.pid % OF_A_PROCESS;

/** A port that nobody listens on, and that this process has not named for a long time. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < OF_A_PROCESS; tries += 1) {
    const port = FIRST + block * OF_A_PROCESS + next;
    next = (next + 1) % OF_A_PROCESS;
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
