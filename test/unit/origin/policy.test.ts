import { decideNetwork, type NetworkPolicyOptions } from '@framefarm/origin';
import { describe, expect, it } from 'vitest';

const PUBLIC = { address: '93.184.216.34', family: 4 };
const LOCAL: NetworkPolicyOptions = {
  offline: false,
  publicHttps: true,
  allow: [],
  lookup: async () => [PUBLIC],
};
const decide = (url: string, options: Partial<NetworkPolicyOptions> = {}) =>
  decideNetwork(url, { ...LOCAL, ...options });

describe('decideNetwork', () => {
  it('allows a public https host and says which address to dial', async () => {
    expect(await decide('https://example.com/a.js')).toMatchObject({ allowed: true, addresses: [PUBLIC] });
  });

  it.each([
    'http://example.com/',
    'https://example.com:8443/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'ws://example.com/',
    'https://user:secret@example.com/',
    'http://169.254.169.254/latest/meta-data/',
    'HTTP://127.0.0.1',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'not a url',
  ])('refuses %s', async (url) => {
    expect(await decide(url)).toMatchObject({ allowed: false, kind: 'refused' });
  });

  it('refuses a name when any of its addresses is private', async () => {
    const lookup = async () => [PUBLIC, { address: '10.0.0.7', family: 4 }];
    expect(await decide('https://mixed.example/', { lookup })).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('10.0.0.0/8'),
    });
    expect(await decide('https://mixed.example/', { lookup: async () => [PUBLIC, PUBLIC] })).toMatchObject({
      allowed: true,
    });
  });

  it('fails for a name without any address', async () => {
    expect(await decide('https://empty.example/', { lookup: async () => [] })).toEqual({
      allowed: false,
      kind: 'failed',
      host: 'empty.example',
      reason: 'host name has no address',
    });
  });

  it('looks a name up exactly once', async () => {
    let count = 0;
    const lookup = async () => {
      count += 1;
      return [PUBLIC];
    };
    await decide('https://example.com/', { lookup });
    expect(count).toBe(1);
  });

  it('refuses everything offline, listed origins too, and looks nothing up', async () => {
    const lookup = async () => {
      throw new Error('must not be asked');
    };
    const offline = { offline: true, allow: ['https://a.example'], lookup };
    expect(await decide('https://a.example/x', offline)).toMatchObject({ allowed: false, kind: 'refused' });
  });

  it('allows listed origins to be private and plain, at that scheme, host and port alone', async () => {
    const allow = ['http://127.0.0.1:9000'];
    expect(await decide('http://127.0.0.1:9000/a.png', { allow })).toMatchObject({ allowed: true });
    expect(await decide('http://127.0.0.1:9001/a.png', { allow })).toMatchObject({ allowed: false });
    expect(await decide('https://127.0.0.1:9000/a.png', { allow })).toMatchObject({ allowed: false });
  });

  it('never opens a metadata service or a host of the service itself', async () => {
    const allow = ['http://169.254.169.254', 'http://redis.internal:6379', 'http://assets.internal'];
    const lookup = async () => [{ address: '10.0.0.9', family: 4 }];
    expect(await decide('http://169.254.169.254/', { allow })).toMatchObject({ allowed: false });
    const own = { allow, lookup, neverAllow: ['redis.internal'] };
    expect(await decide('http://redis.internal:6379/', own)).toMatchObject({ allowed: false });
    expect(await decide('http://assets.internal/', own)).toMatchObject({ allowed: true });
    expect(await decide('http://assets.internal/', { ...own, neverAllow: ['10.0.0.9'] })).toMatchObject({
      allowed: false,
    });
  });

  it('refuses unlisted public hosts on the farm', async () => {
    const farm = { publicHttps: false, allow: ['https://cdn.example'] };
    expect(await decide('https://example.com/', farm)).toMatchObject({ allowed: false, kind: 'refused' });
    expect(await decide('https://cdn.example/x', farm)).toMatchObject({ allowed: true });
  });

  it('tells a name that does not resolve from a refusal', async () => {
    const lookup = async () => {
      throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
    };
    expect(await decide('https://nowhere.example/', { lookup })).toMatchObject({ allowed: false, kind: 'failed' });
  });
});
