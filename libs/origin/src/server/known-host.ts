/** Which names a server answers to (security: DNS rebinding). */
import { isIP } from 'node:net';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * A check of `Host` headers for a server that listens on `host` and `port`. A foreign page can make its own name resolve
 * to this machine, but not an address: so the loopback names count, the host that was asked for, and, on a machine that
 * listens to others, any address.
 */
export function knownHost(host: string, port: number): (header: string | undefined) => boolean {
  const bracketed = isIP(host) === 6 ? `[${host}]` : host.toLowerCase();
  const names = new Set([...LOOPBACK, bracketed]);
  const isOpen = !LOOPBACK.includes(bracketed);
  return (header) => {
    if (header === undefined) return false;
    const end = /:(\d+)$/.exec(header);
    const name = (end === null ? header : header.slice(0, end.index)).toLowerCase();
    // Browsers leave the port of http away when it is 80.
    if (Number(end?.[1] ?? 80) !== port) return false;
    return names.has(name) || (isOpen && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  };
}
