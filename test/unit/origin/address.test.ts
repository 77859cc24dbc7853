import { isMetadataAddress, refusedRange } from '@framefarm/origin';
import { describe, expect, it } from 'vitest';

/** For each range: first and last address, one inside, and the neighbours on both sides that must pass. */
const RANGES: readonly (readonly [range: string, refused: readonly string[], passing: readonly string[]])[] = [
  ['0.0.0.0/8', ['0.0.0.0', '0.1.2.3', '0.255.255.255'], ['1.0.0.0']],
  ['10.0.0.0/8', ['10.0.0.0', '10.1.2.3', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['100.64.0.0/10', ['100.64.0.0', '100.100.0.1', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['127.0.0.0/8', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['169.254.0.0/16', ['169.254.0.0', '169.254.7.7', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
  ['172.16.0.0/12', ['172.16.0.0', '172.20.1.1', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['192.0.0.0/24', ['192.0.0.0', '192.0.0.9', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['192.0.2.0/24', ['192.0.2.0', '192.0.2.9', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
  ['192.168.0.0/16', ['192.168.0.0', '192.168.1.1', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['198.18.0.0/15', ['198.18.0.0', '198.19.0.1', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['198.51.100.0/24', ['198.51.100.0', '198.51.100.9', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['203.0.113.0/24', ['203.0.113.0', '203.0.113.9', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['224.0.0.0/4', ['224.0.0.0', '230.1.1.1', '239.255.255.255'], ['223.255.255.255']],
  ['240.0.0.0/4', ['240.0.0.0', '250.1.1.1', '255.255.255.255'], ['223.255.255.255']],
  ['::/96', ['::', '::1', '::7f00:1', '::ffff:ffff'], ['::1:0:0']],
  ['fc00::/7', ['fc00::', 'fd12::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], ['fbff::1', 'fe00::']],
  ['fe80::/10', ['fe80::', 'fe80::1%eth0', 'febf:ffff::'], ['fe7f:ffff::1']],
  ['fec0::/10', ['fec0::', 'fed0::1', 'feff:ffff::'], ['fe7f::']],
  ['ff00::/8', ['ff00::', 'ff02::1', 'ffff:ffff::'], ['fe00::1']],
  ['100::/64', ['100::', '100::1', '100::ffff:ffff:ffff:ffff'], ['ff::ffff', '100:0:0:1::']],
  ['2001:db8::/32', ['2001:db8::', '2001:db8:1::1', '2001:db8:ffff::'], ['2001:db7:ffff::', '2001:db9::']],
  ['64:ff9b::/96', ['64:ff9b::', '64:ff9b::8.8.8.8', '64:ff9b::ffff:ffff'], ['64:ff9a::1', '64:ff9b::1:0:0']],
  ['64:ff9b:1::/48', ['64:ff9b:1::', '64:ff9b:1:2::1', '64:ff9b:1:ffff::'], ['64:ff9b:2::']],
  ['2002::/16', ['2002::', '2002:808:808::1', '2002:ffff::'], ['2001:ffff::', '2003::']],
  ['2001::/32', ['2001::', '2001:0:1::1', '2001:0:ffff::'], ['2000:ffff::', '2001:1::']],
];

describe('refusedRange', () => {
  it.each(RANGES)('refuses %s from edge to edge, and only that', (range, refused, passing) => {
    for (const address of refused) expect(refusedRange(address), address).toContain(range);
    for (const address of passing) expect(refusedRange(address), address).toBeNull();
  });

  it('judges an IPv4-mapped address as the IPv4 address it carries', () => {
    for (const address of ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:169.254.169.254', '0:0:0:0:0:ffff:10.0.0.1']) {
      expect(refusedRange(address), address).not.toBeNull();
    }
    expect(refusedRange('::ffff:8.8.8.8')).toBeNull();
  });

  it('passes ordinary public addresses', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001:800::200e']) {
      expect(refusedRange(address), address).toBeNull();
    }
  });

  it('refuses what is no address literal', () => {
    for (const text of ['', 'localhost', '0177.0.0.1', '2130706433', '127.1', '[::1]', '1.2.3.4.5']) {
      expect(refusedRange(text), text).toBe('not an address');
    }
  });

  it('knows the metadata services in every spelling', () => {
    for (const address of ['169.254.169.254', '::ffff:a9fe:a9fe', 'fd00:ec2::254', 'fd00:0ec2:0::0254']) {
      expect(isMetadataAddress(address), address).toBe(true);
    }
    expect(isMetadataAddress('169.254.169.253')).toBe(false);
    expect(isMetadataAddress('nonsense')).toBe(false);
  });
});
