import { isIP } from 'node:net';

/**
 * Ranges that are never dialled unless an operator lists the origin (reference: security 3). IPv4-mapped addresses are
 * unwrapped and judged as IPv4; the other ranges that carry IPv4 are refused whole.
 */
const REFUSED: readonly (readonly [cidr: string, name: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/96', 'loopback or reserved'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
  ['100::/64', 'discard'],
  ['2001:db8::/32', 'documentation'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64'],
  ['2002::/16', '6to4'],
  ['2001::/32', 'Teredo'],
];

/** Services that give credentials to whoever asks from the machine: refused even when listed. */
const METADATA = ['169.254.169.254', '169.254.170.2', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'];

interface Address {
  readonly value: bigint;
  readonly bits: 32 | 128;
}

const RANGES = REFUSED.map(([cidr, name]) => {
  const [base = '', length = ''] = cidr.split('/');
  const address = parseAddress(base);
  if (address === null) throw new TypeError(`not an address: ${base}`);
  const shift = BigInt(address.bits - Number(length));
  return { name: `${name} (${cidr})`, bits: address.bits, shift, prefix: address.value >> shift };
});
const METADATA_KEYS = new Set(METADATA.map((text) => key(parseAddress(text))));

/**
 * Names the refused range that holds an address, or null when it may be dialled. `address` is an IPv4 or IPv6 literal
 * without brackets; anything else is refused as "not an address".
 */
export function refusedRange(address: string): string | null {
  const parsed = parseAddress(address);
  if (parsed === null) return 'not an address';
  const range = RANGES.find((entry) => entry.bits === parsed.bits && parsed.value >> entry.shift === entry.prefix);
  return range?.name ?? null;
}

/** True for the address of a cloud metadata service, which no list may open. */
export function isMetadataAddress(address: string): boolean {
  return METADATA_KEYS.has(key(parseAddress(address)));
}

function key(address: Address | null): string {
  return address === null ? '' : `${address.bits}/${address.value}`;
}

/** Reads a literal; IPv4-mapped IPv6 becomes IPv4. A zone (`%eth0`) is cut off: it does not change the range. */
function parseAddress(text: string): Address | null {
  const literal = text.replace(/%.*$/s, '');
  const kind = isIP(literal);
  if (kind === 4) return { value: parseIPv4(literal), bits: 32 };
  if (kind !== 6) return null;
  const value = parseIPv6(literal);
  return value >> 32n === 0xffffn ? { value: value & 0xffffffffn, bits: 32 } : { value, bits: 128 };
}

function parseIPv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function parseIPv6(text: string): bigint {
  // A dotted tail stands for the last two groups.
  const groups = text.replace(/[\d.]+\.\d+$/, (tail) => {
    const value = parseIPv4(tail);
    return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  });
  const [head = '', tail] = groups.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const all = [...left, ...new Array<string>(gap).fill('0'), ...right];
  return all.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
