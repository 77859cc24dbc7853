import { describe, expect, it } from 'vitest';
import { Places } from '../../../libs/archive/src/unpack/places.js';

/** Work that ends when it is told to. */
function work() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) => () =>
    new Promise<void>((resolve) => {
      started.push(name);
      ends.set(name, resolve);
    });
  return { started, run, end: (name: string) => ends.get(name)?.() };
}

describe('places for unpacking', () => {
  it('runs two at once, and the others in the order they came', async () => {
    const { started, run, end } = work();
    const places = new Places(2);
    const all = ['a', 'b', 'c', 'd'].map((name) => places.run(run(name)));
    await expect.poll(() => started).toEqual(['a', 'b']);
    end('b');
    await all[1];
    await expect.poll(() => started).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await Promise.all([all[0], all[2]]);
    await expect.poll(() => started).toContain('d');
    end('d');
    await all[3];
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives a place back after a failure, and forgets who left', async () => {
    const { started, run, end } = work();
    const places = new Places(1);
    const leaving = new AbortController();
    const failing = places.run(() => Promise.reject(new Error('bad archive')));
    const left = places.run(run('left'), leaving.signal);
    const last = places.run(run('last'));
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(failing).rejects.toThrow('bad archive');
    await expect.poll(() => started).toEqual(['last']);
    end('last');
    await last;
    await places.run(() => Promise.resolve());
  });
});
