/** Retention beside work that takes up what it is about to remove, in each order of events (farm-practice 4.7, 9). */
import { applyFarmRetention, type Farm, STORE_KEYS } from '@framefarm/farm';
import { chunkKey, type PreparedStep } from '@framefarm/render';
import { type ObjectStore, openStore } from '@framefarm/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompositionStore } from '../../apps/producer/src/compositions/composition-store.js';
import { commitKnownChunks } from '../../apps/worker/src/coordinator/known-chunks.js';
import { chunkExtension } from '../../apps/worker/src/steps/commit-chunk.js';
import { listProject } from '../../libs/archive/src/index.js';
import { rendering } from '../support/farm-states.js';
import { composition, makeProject, scratchDirectory } from '../support/project.js';
import { startTestRedis, type TestRedis } from '../support/redis.js';

/** Everything goes. */
const NOTHING_STAYS = ['chunks/', 'compositions/'].map((prefix) => ({ what: prefix, prefix, maxBytes: 0 }));

let redis: TestRedis;
let farm: Farm;
let store: ObjectStore;
beforeAll(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
  store = await openStore(scratchDirectory());
});
afterAll(async () => {
  await store.close();
  await redis.end();
});

/** The store, with `between` done once at that call: after a look, before a removal. */
function interrupted(at: 'head' | 'remove' | 'putFile', between: () => Promise<unknown>): ObjectStore {
  let isDone = false;
  const once = async (): Promise<void> => {
    if (isDone) return;
    isDone = true;
    await between();
  };
  return new Proxy(store, {
    get: (target, name) => {
      const method = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      if (name !== at) return method.bind(target);
      return async (...args: readonly unknown[]) => {
        if (at === 'remove') await once();
        const answer = await Reflect.apply(method, target, args);
        if (at !== 'remove') await once();
        return answer;
      };
    },
  });
}

const retention = (by: ObjectStore) => applyFarmRetention(farm, by, { rules: NOTHING_STAYS });

describe('a chunk of an earlier render', () => {
  /** As much of a plan as names the key of a chunk. */
  const prepared = async (): Promise<{ step: PreparedStep; key: string }> => {
    const chunks = [{ index: 0, firstFrame: 0, frames: 10 }];
    const step = {
      plan: {
        chunks,
        videos: [],
        frames: 10,
        encoding: { format: 'mp4', codec: 'h264', fps: { num: 10, den: 1 } },
        capture: {},
      },
      ...{ unknownInputs: [], files: [], versions: {}, platform: 'x', document: String(Math.random()), media: {} },
    } as unknown as PreparedStep;
    const content = chunkKey(step, 0);
    if (content === null) throw new Error('the chunk has no key');
    return { step, key: STORE_KEYS.chunk('local', content, chunkExtension(step)) };
  };
  const known = async (by: ObjectStore, step: PreparedStep): Promise<{ found: number; id: string }> => {
    const id = await rendering(farm, 1, 10);
    const record = await farm.renders.get(id);
    if (record === null) throw new Error('no record');
    return { id, found: await commitKnownChunks(farm, by, record, step, await farm.chunks.list(id)) };
  };

  it('stays when it was found and not committed yet', async () => {
    const { step, key } = await prepared();
    await store.put(key, 'pictures');
    const { found, id } = await known(
      interrupted('head', () => retention(store)),
      step,
    );
    expect(found).toBe(1);
    expect(await store.head(key)).not.toBeNull();
    await retention(store);
    expect(await store.head(key)).not.toBeNull();
    await farm.renders.cancel(id, 'local');
    await retention(store);
    expect(await store.head(key)).toBeNull();
  });

  it('is not taken when retention is about to remove it', async () => {
    const { step, key } = await prepared();
    await store.put(key, 'pictures');
    let found = -1;
    await retention(
      interrupted('remove', async () => {
        ({ found } = await known(store, step));
      }),
    );
    expect(await store.head(key)).toBeNull();
    expect(found).toBe(0);
    // The next one may lie under the same key.
    expect(await farm.retention.hold([key])).toEqual([true]);
  });
});

describe('an upload', () => {
  const upload = async (by: ObjectStore, html: string) => {
    const directory = await makeProject({ 'index.html': html });
    const listing = await listProject(directory, { outsideLinks: false });
    const checked = { entryFile: 'index.html', lint: { errorCount: 0, warningCount: 0 } };
    return new CompositionStore(farm, by).keep('local', { directory, listing }, checked, scratchDirectory());
  };
  const archives = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for await (const { key } of store.list('compositions/')) keys.push(key);
    return keys;
  };

  it('that comes between the removal of its record and of its archive has an archive', async () => {
    const html = composition('<p>again</p>');
    const first = await upload(store, html);
    let again = first;
    await retention(
      interrupted('remove', async () => {
        expect(await farm.compositions.get('local', first.record.id)).toBeNull();
        again = await upload(store, html);
      }),
    );
    expect(again).toMatchObject({ created: true, record: { id: first.record.id } });
    expect(await archives()).toEqual([again.record.storeKey]);
    expect(await farm.compositions.get('local', first.record.id)).toMatchObject({ storeKey: again.record.storeKey });
  });

  it('whose archive lay there without a record keeps it', async () => {
    const html = composition('<p>kept</p>');
    const { record } = await upload(store, html);
    await farm.compositions.remove('local', record.id);
    const again = await upload(
      interrupted('putFile', () => retention(store)),
      html,
    );
    expect(await archives()).toContain(again.record.storeKey);
    expect(await farm.compositions.get('local', record.id)).not.toBeNull();
  });
});
