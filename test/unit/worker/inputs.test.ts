/** What steps work on, from a store whose bytes have changed or whose connection breaks. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Farm } from '@framefarm/farm';
import { type ObjectStore, openStore } from '@framefarm/storage';
import { describe, expect, it } from 'vitest';
import { ContentCache } from '../../../apps/worker/src/cache/content-cache.js';
import { packDirectory } from '../../../apps/worker/src/steps/directory-tar.js';
import { Inputs } from '../../../apps/worker/src/steps/inputs.js';
import { scratchDirectory } from '../../support/projects/project.js';

const KEY = 'pictures/ana/one.tar';

async function packed(): Promise<Buffer> {
  const directory = scratchDirectory();
  await writeFile(join(directory, 'frame.png'), Buffer.alloc(2_000, 7));
  return buffer(packDirectory(directory));
}

/** A store that has `tar` and gives `body` for it. */
function storeOf(tar: Buffer, body: () => Readable): { store: ObjectStore; removed: string[] } {
  const removed: string[] = [];
  const sha256 = createHash('sha256').update(tar).digest('hex');
  const store = {
    location: 'the store',
    read: async () => ({ object: { key: KEY, size: tar.length, sha256, storedAt: new Date() }, body: body() }),
    remove: async (key: string) => void removed.push(key),
  };
  return { store: store as unknown as ObjectStore, removed };
}

function inputsOf(store: ObjectStore): Inputs {
  return new Inputs({} as Farm, store, new ContentCache(join(scratchDirectory(), 'cache'), 1_000_000));
}

describe('a directory of the store', () => {
  it('whose bytes have changed is not used, and goes, so that it is made anew', async () => {
    const tar = await packed();
    const changed = Buffer.from(tar);
    changed[1_000] = 8;
    const { store, removed } = storeOf(tar, () => Readable.from([changed], { objectMode: false }));
    const inputs = inputsOf(store);
    await expect(inputs.directory(KEY)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      details: { reason: 'damaged' },
    });
    expect(removed).toEqual([KEY]);
    expect(readdirSync(inputs.cache.root)).toEqual([]);
  });

  it('whose connection breaks is a fault of the store, which passes, and none of this host', async () => {
    const tar = await packed();
    const breaking = (): Readable =>
      Readable.from(
        (async function* () {
          yield tar.subarray(0, 700);
          throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
        })(),
        { objectMode: false },
      );
    const { store, removed } = storeOf(tar, breaking);
    await expect(inputsOf(store).directory(KEY)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      details: { reason: 'unreachable' },
    });
    expect(removed).toEqual([]);
    const whole = storeOf(tar, () => Readable.from([tar], { objectMode: false }));
    expect(existsSync(join((await inputsOf(whole.store).directory(KEY)).path, 'frame.png'))).toBe(true);
  });
});

it('a damaged object goes, so that it is made anew', async () => {
  const place = join(scratchDirectory(), 'store');
  const store = await openStore(place);
  await store.put('chunks/ana/one.mp4', 'a segment');
  const file = readdirSync(join(place, 'chunks/ana')).find((name) => /^[0-9a-f]+@/.test(name)) ?? '';
  await writeFile(join(place, 'chunks/ana', file), 'A segment');
  const inputs = inputsOf(store);
  await expect(inputs.object('chunks/ana/one.mp4')).rejects.toMatchObject({ details: { reason: 'damaged' } });
  expect(await store.head('chunks/ana/one.mp4')).toBeNull();
});
