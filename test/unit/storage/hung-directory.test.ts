/** A directory of the network whose server is away: every operation on it waits, and nothing can end the wait. */

import { expect, it, vi } from 'vitest';
import { openDirectory } from '../../../libs/storage/src/directory/directory-store.js';
import { scratchDirectory } from '../../support/projects/project.js';

const file = vi.hoisted(() => ({ back: null as PromiseWithResolvers<void> | null, waiting: 0 }));
vi.mock(import('../../../libs/storage/src/directory/write.js'), async (original) => {
  const real = await original();
  return {
    ...real,
    writeObject: async (...asked) => {
      if (file.back !== null) {
        file.waiting += 1;
        await file.back.promise;
      }
      return real.writeObject(...asked);
    },
  };
});

const unavailable = (location: string) => ({
  code: 'STORE_UNAVAILABLE',
  message: `${location}: no answer within 10 s`,
  hint: expect.stringContaining('file system hangs'),
});

it('fails its look in time, and is asked nothing more until it answers again', async () => {
  const store = await openDirectory(scratchDirectory());
  await store.check();
  const listeners = process.listenerCount('exit');
  const back = Promise.withResolvers<void>();
  file.back = back;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (let look = 0; look < 3; look += 1) {
      const told = store.check().catch((error) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await told).toMatchObject(unavailable(store.location));
    }
    expect(file.waiting).toBe(1);
    const listed = store.list('')[Symbol.asyncIterator]();
    for (const asked of [store.head('a'), store.put('a', 'text'), store.remove('a'), listed.next()]) {
      await expect(asked).rejects.toMatchObject(unavailable(store.location));
    }
    expect(file.waiting).toBe(1);
    // A process that ends now would wait for the look.
    expect(process.listenerCount('exit')).toBe(listeners + 1);
  } finally {
    vi.useRealTimers();
  }
  file.back = null;
  back.resolve();
  await vi.waitFor(async () => expect(await store.head('a')).toBeNull());
  expect(process.listenerCount('exit')).toBe(listeners);
  await store.put('a', 'text');
  expect(await store.head('a')).toMatchObject({ size: 4 });
});

it('is looked at where something asked of it does not come back, although nobody else does', async () => {
  const store = await openDirectory(scratchDirectory());
  const back = Promise.withResolvers<void>();
  file.back = back;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = store.put('a', 'text');
  try {
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(store.head('a')).rejects.toMatchObject(unavailable(store.location));
  } finally {
    vi.useRealTimers();
    file.back = null;
    back.resolve();
  }
  await expect(asked).resolves.toMatchObject({ size: 4 });
  await vi.waitFor(async () => expect(await store.head('a')).toMatchObject({ size: 4 }));
});
