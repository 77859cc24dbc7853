import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { userCacheDirectory } from '@framefarm/process';
import { expect, it, vi } from 'vitest';

const home = join(homedir(), '.cache', 'framefarm');

it.each([
  [{ XDG_CACHE_HOME: '/caches' }, 1000, '/caches/framefarm'],
  [{ XDG_CACHE_HOME: '/caches' }, 0, '/caches/framefarm'],
  [{ XDG_CACHE_HOME: '' }, 1000, home],
  [{ XDG_CACHE_HOME: 'caches' }, 1000, home],
  [{}, 1000, home],
  [{}, 0, '/var/cache/framefarm'],
])('with %j the cache of user %i is %s', (env, uid, expected) => expect(userCacheDirectory(env, uid)).toBe(expected));

it('an empty HOME is no place', () => {
  vi.stubEnv('HOME', '');
  expect(userCacheDirectory({}, 1000)).toBe(join(userInfo().homedir, '.cache', 'framefarm'));
  vi.unstubAllEnvs();
});
