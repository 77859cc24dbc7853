/** A directory of the network whose server is away: every operation on it waits, and nothing can end the wait. */

import { expect, it, vi } from 'vitest';
import { openDirectory } from '../../../libs/storage/src/directory/directory-store.js';
import { scratchDirectory } from '../../support/project.js';

const file = vi.hoisted(() => ({ system: 'well' as 'well' | 'hangs', waiting: 0 }));
vi.mock(import('../../../libs/storage/src/directory/write.js'), async (original) => {
  const real = await original();
  const hang = (): Promise<never> => {
    file.waiting += 1;
    return new Promise(() => {});
  };
  return { ...real, writeObject: (...asked) => (file.system === 'hangs' ? hang() : real.writeObject(...asked)) };
});

it('fails its look in time, and is asked no second thing meanwhile', async () => {
  const store = await openDirectory(scratchDirectory());
  await store.check();
  file.system = 'hangs';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (let look = 0; look < 3; look += 1) {
      const told = store.check().catch((error) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await told).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: `${store.location}: no answer within 10 s`,
        hint: expect.stringContaining('file system hangs'),
      });
    }
    expect(file.waiting).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
