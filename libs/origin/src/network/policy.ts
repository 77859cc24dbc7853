import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isMetadataAddress, refusedRange } from './address.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name to all its addresses. */
export type HostLookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface NetworkPolicyOptions {
  /** Refuses everything, listed origins too (`--offline`). */
  readonly offline: boolean;
  /** Public https addresses are allowed (local mode); false on the farm, where only listed origins are. */
  readonly publicHttps: boolean;
  /** Canonical origins, as options and settings have them; they may be private and may use http. */
  readonly allow: readonly string[];
  /** Lower-case hosts and addresses that stay refused even when listed: the farm's own services. */
  readonly neverAllow?: readonly string[];
  /** Default: the resolver of the system. */
  readonly lookup?: HostLookup;
}

export type NetworkDecision =
  | { readonly allowed: true; readonly url: URL; readonly addresses: readonly ResolvedAddress[] }
  | {
      readonly allowed: false;
      /** `refused`: a rule forbids it. `failed`: the name could not be resolved. */
      readonly kind: 'refused' | 'failed';
      readonly host: string;
      readonly reason: string;
    };

const systemLookup: HostLookup = (hostname) => dnsLookup(hostname, { all: true, verbatim: true });

/**
 * The one decision about a connection to the outside, for every hop of every request (composition-format 11.1,
 * security 3). Looks the host up once; refuses when any of its addresses lies in a refused range. The caller must dial
 * one of the addresses returned, never the name.
 */
export async function decideNetwork(target: string, options: NetworkPolicyOptions): Promise<NetworkDecision> {
  const parsed = URL.canParse(target) ? new URL(target) : null;
  if (parsed === null) return refuse('', 'not a URL');
  const host = parsed.host;
  if (options.offline) return refuse(host, 'network access is off (--offline)');
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    return refuse(host, `scheme ${parsed.protocol} is not allowed`);
  }
  if (parsed.username !== '' || parsed.password !== '') return refuse(host, 'URL carries a user name or password');
  const name = parsed.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (options.neverAllow?.includes(name)) return refuse(host, 'host belongs to the service itself');
  const listed = options.allow.includes(parsed.origin);
  if (!listed) {
    if (!options.publicHttps) return refuse(host, 'origin is not on the list of allowed origins');
    if (parsed.protocol !== 'https:') return refuse(host, 'only https is allowed');
    if (parsed.port !== '' && parsed.port !== '80') return refuse(host, `port ${parsed.port} is not allowed`);
  }
  let addresses: readonly ResolvedAddress[];
  const family = isIP(name);
  try {
    addresses = family > 0 ? [{ address: name, family }] : await (options.lookup ?? systemLookup)(name);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return { allowed: false, kind: 'failed', host, reason: `host name cannot be resolved (${code})` };
  }
  if (addresses.length === 0) {
    return { allowed: false, kind: 'failed', host, reason: 'host name has no address' };
  }
  for (const { address } of addresses) {
    if (isMetadataAddress(address)) return refuse(host, 'address of a metadata service');
    if (options.neverAllow?.includes(address)) return refuse(host, 'address belongs to the service itself');
    const range = listed ? null : refusedRange(address);
    if (range !== null) return refuse(host, `address is ${range}`);
  }
  return { allowed: true, url: parsed, addresses };
}

function refuse(host: string, reason: string): NetworkDecision {
  return { allowed: false, kind: 'refused', host, reason };
}
