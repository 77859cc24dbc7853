import { knownHost } from '@framefarm/origin';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../../libs/preview/src/server/guard.js';
import { pagePolicy, stagePolicy } from '../../../libs/preview/src/server/policy.js';

describe('the names a server answers to', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1:3002', true],
    ['127.0.0.1', 'localhost:3002', true],
    ['127.0.0.1', 'LOCALHOST:3002', true],
    ['127.0.0.1', '[::1]:3002', true],
    ['127.0.0.1', 'localhost:3003', false],
    ['127.0.0.1', 'localhost', false],
    ['127.0.0.1', 'evil.example:3002', false],
    ['127.0.0.1', 'localhost.evil.example:3002', false],
    ['127.0.0.1', '192.0.2.7:3002', false],
    ['127.0.0.1', undefined, false],
    ['0.0.0.0', '192.0.2.7:3002', true],
    ['0.0.0.0', '[2001:db8::7]:3002', true],
    ['0.0.0.0', 'evil.example:3002', false],
    ['studio.lan', 'studio.lan:3002', true],
    ['studio.lan', 'other.lan:3002', false],
  ])('listening on %s, %s: %s', (host, header, known) => {
    expect(knownHost(host, 3002)(header)).toBe(known);
  });

  it('take the port of http for one that is not named', () => {
    expect(knownHost('127.0.0.1', 80)('localhost')).toBe(true);
  });
});

describe('a request of the page', () => {
  const guard = { isKnownHost: knownHost('127.0.0.1', 3002), token: 'right' };
  const own = { host: '127.0.0.1:3002' };

  it.each([
    ['a visit from a link elsewhere', 'GET', '/', { ...own, 'sec-fetch-site': 'cross-site' }, null],
    ['a file for another site', 'GET', '/ui.js', { ...own, 'sec-fetch-site': 'cross-site' }, 'request of another site'],
    [
      'events for the composition',
      'GET',
      '/api/events',
      { ...own, 'sec-fetch-site': 'same-site' },
      'request of another site',
    ],
    ['events for the page', 'GET', '/api/events', { ...own, 'sec-fetch-site': 'same-origin' }, null],
    ['the page under its other name', 'GET', '/', { host: 'localhost:3002', origin: 'http://localhost:3002' }, null],
    ['its own name from another origin', 'GET', '/', { ...own, origin: 'http://localhost:3002' }, 'foreign origin'],
    ['an opaque origin', 'GET', '/', { ...own, origin: 'null' }, 'foreign origin'],
    ['a change without token', 'POST', '/api/render', own, 'missing or wrong token'],
    [
      'a change with a longer token',
      'POST',
      '/api/render',
      { ...own, 'x-framefarm-token': 'right?' },
      'missing or wrong token',
    ],
    ['a change with the token', 'POST', '/api/render', { ...own, 'x-framefarm-token': 'right' }, null],
  ])('%s', (_name, method, path, headers, why) => {
    expect(refusal(guard, method, path, headers)).toBe(why);
  });
});

describe('the policies', () => {
  it('let the page frame the composition only, and the composition be framed by the page only', () => {
    expect(pagePolicy('127.0.0.1', 4000)).toContain('frame-src http://127.0.0.1:4000 http://localhost:4000;');
    expect(stagePolicy('127.0.0.1', 3002)).toContain('frame-ancestors http://127.0.0.1:3002 http://localhost:3002;');
  });

  it('name the port alone where the host has many names', () => {
    expect(stagePolicy('0.0.0.0', 3002)).toContain('frame-ancestors http://*:3002;');
  });
});
