import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ContentCache } from '../../../apps/worker/src/cache/content-cache.js';
import { until } from '../../support/machine/processes.js';
import { scratchDirectory } from '../../support/projects/project.js';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, rename: vi.fn(real.rename) };
});

const write =
  (bytes: number) =>
  (path: string): Promise<void> =>
    writeFile(path, new Uint8Array(bytes));
const open = (maxBytes: number): ContentCache => new ContentCache(join(scratchDirectory(), 'cache'), maxBytes);

describe('the cache of a worker', () => {
  it('makes a content once for all who ask at the same time', async () => {
    const cache = open(1000);
    let made = 0;
    const make = async (path: string): Promise<void> => {
      made += 1;
      await write(10)(path);
    };
    const held = await Promise.all([cache.hold('a', make), cache.hold('a', make), cache.hold('a', make)]);
    expect(made).toBe(1);
    expect(new Set(held.map(({ path }) => path)).size).toBe(1);
    expect(cache.counts()).toMatchObject({ hits: 2, misses: 1, bytes: 10, entries: 1 });
  });

  it('tells a failure to all who waited, keeps nothing of it, and tries again for the next', async () => {
    const cache = open(1000);
    const broken = async (path: string): Promise<void> => {
      await mkdir(path);
      await writeFile(join(path, 'half'), 'x');
      throw new Error('cut off');
    };
    const both = await Promise.allSettled([cache.hold('a', broken), cache.hold('a', broken)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(readdirSync(cache.root)).toEqual([]);
    const { path } = await cache.hold('a', write(1), '.mp4');
    expect(path.endsWith('.mp4') && existsSync(path)).toBe(true);
  });

  it('makes anew what somebody removed from the disk', async () => {
    const cache = open(1000);
    const first = await cache.hold('a', write(10));
    first.release();
    await rm(first.path);
    const both = await Promise.all([cache.hold('a', write(20)), cache.hold('a', write(20))]);
    expect(both.map(({ path }) => existsSync(path))).toEqual([true, true]);
    expect(cache.counts()).toMatchObject({ bytes: 20, entries: 1 });
  });

  it('counts one who lets go twice as one', async () => {
    const cache = open(10);
    const [one, other] = [await cache.hold('a', write(10)), await cache.hold('a', write(10))];
    one.release();
    one.release();
    (await cache.hold('b', write(10))).release();
    await until(
      () => cache.counts().entries === 1,
      () => 'nothing has gone',
    );
    expect([cache.has('a'), existsSync(other.path)]).toEqual([true, true]);
  });

  it('removes what was used least recently, and nothing that is in use', async () => {
    const cache = open(20);
    const [a, b] = [await cache.hold('a', write(10)), await cache.hold('b', write(10))];
    a.release();
    b.release();
    (await cache.hold('a', write(10))).release();
    const c = await cache.hold('c', write(10));
    await until(
      () => !existsSync(b.path),
      () => 'the oldest is kept',
    );
    expect(existsSync(a.path)).toBe(true);
    const d = await cache.hold('d', write(30));
    expect([c, d].every(({ path }) => existsSync(path))).toBe(true);
    d.release();
    await until(
      () => !existsSync(d.path),
      () => 'more is kept than may be',
    );
    expect(existsSync(c.path)).toBe(true);
  });

  it('keeps what is asked for again while older contents are being removed', async () => {
    const cache = open(20);
    const [a, b] = [await cache.hold('a', write(10)), await cache.hold('b', write(10))];
    a.release();
    b.release();
    await cache.hold('c', write(30));
    const again = await cache.hold('b', write(10));
    await until(
      () => !existsSync(a.path),
      () => 'nothing is removed',
    );
    expect(cache.counts()).toMatchObject({ bytes: 40, entries: 2 });
    expect(existsSync(again.path)).toBe(true);
  });

  it('takes over a file that was made elsewhere', async () => {
    const cache = open(100);
    await (await cache.hold('first', write(1))).release();
    const made = join(cache.root, '..', 'made');
    await write(5)(made);
    await cache.adopt('k', made, '.tar');
    expect(existsSync(made)).toBe(false);
    const held = await cache.hold('k', async () => {
      throw new Error('it is known');
    });
    expect(existsSync(held.path)).toBe(true);
  });

  it('takes over what lies on another file system than its own', async () => {
    const cache = open(1000);
    const made = join(scratchDirectory(), 'made');
    await mkdir(made);
    await writeFile(join(made, 'frame'), 'red');
    vi.mocked(rename).mockRejectedValueOnce(Object.assign(new Error('cross-device link'), { code: 'EXDEV' }));
    await cache.adopt('k', made);
    const { path } = await cache.hold('k', () => Promise.reject(new Error('it is known')));
    expect(await readFile(join(path, 'frame'), 'utf8')).toBe('red');
    expect(existsSync(made)).toBe(false);
  });
});
