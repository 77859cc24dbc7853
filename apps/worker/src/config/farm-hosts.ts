/** Names and addresses of the farm itself, which no composition may reach, however wide a list is (security 3). */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { WorkerSettings } from '@framefarm/contract';

/** Endpoints of an object store, by the variables that name them. */
const STORE_ENDPOINTS = ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'];

/**
 * Hosts of Redis and store with the addresses they have now. Loopback is left out: it is refused anyway but for origins that
 * the operator lists with their port.
 */
export async function farmHosts({ redisUrl }: WorkerSettings, env: NodeJS.ProcessEnv): Promise<string[]> {
  const urls = [redisUrl, ...STORE_ENDPOINTS.map((name) => env[name] ?? '')];
  const names = urls.flatMap((url) => (URL.canParse(url) ? [hostOf(url)] : [])).filter((name) => name !== '');
  const found = await Promise.all(names.map(async (name) => [name, ...(await addressesOf(name))]));
  return [...new Set(found.flat())].filter((host) => !/^(localhost|127\..*|::1)$/.test(host));
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();

async function addressesOf(name: string): Promise<string[]> {
  if (isIP(name) !== 0) return [];
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
