/** Retention beside work that takes up what it is about to remove, in each order of events (farm-practice 4.7, 9). */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { applyFarmRetention, type Farm, type RenderRecord, STORE_KEYS, type Step } from '@framefarm/farm';
import { chunkKey, type PreparedStep, picturesKey } from '@framefarm/render';
import { type ObjectStore, openStore } from '@framefarm/storage';
import { openLog } from '@framefarm/telemetry';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompositionStore } from '../../apps/producer/src/compositions/composition-store.js';
import { commitKnownChunks } from '../../apps/worker/src/coordinator/known-chunks.js';
import { chunkExtension, commitChunk } from '../../apps/worker/src/steps/commit-chunk.js';
import { extract, holderOf, type StoredPictures } from '../../apps/worker/src/steps/extract.js';
import type { Station } from '../../apps/worker/src/steps/station.js';
import type { StepRun } from '../../apps/worker/src/steps/step-run.js';
import { listProject } from '../../libs/archive/src/index.js';
import { ended, renderIn, rendering } from '../support/farm/farm-states.js';
import { startTestRedis, type TestRedis } from '../support/farm/redis.js';
import { composition, makeProject, scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

/** Everything goes. */
const NOTHING_STAYS = ['chunks/', 'pictures/', 'compositions/'].map((prefix) => ({
  what: prefix,
  prefix,
  maxBytes: 0,
}));

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

/** The store, with `between` done once at that call for the object: after a look, before a removal. */
function interrupted(
  at: 'head' | 'remove' | 'removeAll' | 'putFile',
  of: string,
  between: () => Promise<unknown>,
): ObjectStore {
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
        const isMeant = args[0] === of;
        const isRemoval = at === 'remove' || at === 'removeAll';
        if (isMeant && isRemoval) await once();
        const answer = await Reflect.apply(method, target, args);
        if (isMeant && !isRemoval) await once();
        return answer;
      };
    },
  });
}

/** A step of the render as its worker has it; its lane makes one picture, and `made` counts them. */
function runOf<S extends Step>(record: RenderRecord, by: ObjectStore, step: S, prepared: PreparedStep): StepRun<S> {
  const inputs = {
    composition: async () => ({ path: scratchDirectory(), release: () => {} }),
    withPrepared: (_key: string, use: (input: object) => unknown) => use({ file: 'plan.json', step: prepared }),
    keepObject: async () => {},
    keepDirectory: async () => {},
  };
  const lane = {
    perform: async ({ outDir }: { readonly outDir: string }) => {
      made += 1;
      await mkdir(outDir);
      await writeFile(join(outDir, '1.jpg'), 'a picture');
      return { count: 1 };
    },
  };
  const lanes = { use: (_wanted: object, _signal: AbortSignal, use: (one: object) => unknown) => use(lane) };
  const told = { log: openLog('silent', { program: 'test' }), metrics: { chunks: () => {} } };
  const station = { farm, store: by, inputs, lanes, worker: 'w1', ...told } as unknown as Station;
  const { signal } = new AbortController();
  const directory = scratchDirectory();
  return { station, record, step, fence: 1, signal, directory, deadlineMs: 10_000 } as unknown as StepRun<S>;
}
let made = 0;

const retention = (by: ObjectStore) => applyFarmRetention(farm, by, { rules: NOTHING_STAYS });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** As much of a plan as names the keys of a chunk and of the pictures of a video. */
function preparedStep(): PreparedStep {
  return {
    plan: {
      chunks: [{ index: 0, firstFrame: 0, frames: 10, leadIn: 0 }],
      videos: [{ elementId: 'v', source: 'film.mp4', start: 0, end: 1, mediaStart: 0, rate: 1, loop: false }],
      frames: 10,
      compositionFrames: 10,
      encoding: { format: 'mp4', codec: 'h264', fps: { num: 10, den: 1 } },
      environment: { ffmpeg: 'x' },
      videoFrameFormat: 'auto',
      capture: {},
    },
    ...{ unknownInputs: [], versions: {}, platform: 'x', document: String(Math.random()) },
    ...{ files: [{ path: 'film.mp4', sha256: sha256(String(Math.random())) }], media: { 'film.mp4': {} } },
  } as unknown as PreparedStep;
}

/** A render that captures, and the key that its only chunk has in the store. */
async function chunkToCome(): Promise<{ step: PreparedStep; key: string }> {
  const step = preparedStep();
  const content = chunkKey(step, 0);
  if (content === null) throw new Error('the chunk has no key');
  return { step, key: STORE_KEYS.chunk('local', content, chunkExtension(step)) };
}

async function capturing(): Promise<RenderRecord> {
  const record = await farm.renders.get(await rendering(farm, 1, 10));
  if (record === null) throw new Error('no record');
  return { ...record, preparedKey: 'plan' };
}

describe('what the runs of a render left', () => {
  const keysOf = async (id: string): Promise<readonly string[]> => {
    const keys: string[] = [];
    for (const prefix of [STORE_KEYS.render(id), STORE_KEYS.outputs(id)])
      for await (const { key } of store.list(prefix)) keys.push(key);
    return keys;
  };

  it('goes without what a run leaves that begins meanwhile, and its record stays', async () => {
    const id = await renderIn(farm, 'failed');
    await farm.retention.deleteSoon(id);
    await store.put(STORE_KEYS.prepared(id, 1, 1), 'a plan');
    const fresh = [STORE_KEYS.prepared(id, 2, 1), STORE_KEYS.output(id, 2, 1, 'video.mp4')];
    await retention(
      interrupted('removeAll', STORE_KEYS.run(id, 1), async () => {
        expect(await farm.renders.requeue(id)).toMatchObject({ moved: true, record: { epoch: 2 } });
        for (const key of fresh) await store.put(key, 'of the second run');
        // Even if that one is over by the time the record is looked at.
        await ended(farm, id);
      }),
    );
    expect(await keysOf(id)).toEqual(fresh);
    expect(await farm.renders.get(id)).toMatchObject({ status: 'cancelled', epoch: 2 });
    expect(await farm.renders.tombstone(id)).toBeNull();
  });

  it('goes from all renders but the one whose files cannot be removed, which is tried again', async () => {
    const ids = [await renderIn(farm, 'failed'), await renderIn(farm, 'failed'), await renderIn(farm, 'failed')];
    for (const id of ids) {
      await farm.retention.deleteSoon(id);
      await store.put(STORE_KEYS.prepared(id, 1, 1), 'a plan');
    }
    const [stuck = '', ...others] = ids;
    const refused = new FramefarmError('STORE_UNAVAILABLE', 'a folder that may not be read');
    const { failed } = await retention(
      interrupted('removeAll', STORE_KEYS.run(stuck, 1), () => Promise.reject(refused)),
    );
    expect(failed).toEqual([{ key: STORE_KEYS.render(stuck), code: refused.code, message: refused.message }]);
    for (const id of others) expect(await farm.renders.get(id)).toBeNull();
    await retention(store);
    expect(await keysOf(stuck)).toEqual([]);
    expect(await farm.renders.get(stuck)).toBeNull();
  });
});

it('an object that two hold goes when both have let go of it', async () => {
  const key = 'chunks/local/held.mp4';
  await farm.retention.hold([key], 'one');
  await farm.retention.hold([key], 'other', 600_000);
  await farm.retention.free([key], 'one');
  expect(await farm.retention.letGo(key)).toBe(false);
  await farm.retention.free([key], 'other');
  expect(await farm.retention.letGo(key)).toBe(true);
  expect(await farm.retention.hold([key], 'late')).toEqual([false]);
  await farm.retention.gone(key);
});

describe('a chunk of an earlier render', () => {
  const known = async (by: ObjectStore, step: PreparedStep): Promise<{ found: number; id: string }> => {
    const record = await capturing();
    const rows = await farm.chunks.list(record.id);
    return { id: record.id, found: await commitKnownChunks(farm, by, record, step, rows) };
  };

  it('stays when it was found and not committed yet', async () => {
    const { step, key } = await chunkToCome();
    await store.put(key, 'pictures');
    const { found, id } = await known(
      interrupted('head', key, () => retention(store)),
      step,
    );
    expect(found).toBe(1);
    expect(await store.head(key)).not.toBeNull();
    await retention(store);
    expect(await store.head(key)).not.toBeNull();
    await ended(farm, id);
    await retention(store);
    expect(await store.head(key)).toBeNull();
  });

  it('is not taken when retention is about to remove it', async () => {
    const { step, key } = await chunkToCome();
    await store.put(key, 'pictures');
    let looked = { found: -1, id: '' };
    await retention(
      interrupted('remove', key, async () => {
        looked = await known(store, step);
      }),
    );
    expect(await store.head(key)).toBeNull();
    expect(looked.found).toBe(0);
    await ended(farm, looked.id);
    // The next one may lie under the same key.
    expect(await farm.retention.hold([key], 'the next one')).toEqual([true]);
  });
});

describe('a chunk that was captured again', () => {
  /** Commits the chunk as a worker does that found the same bytes in the store. */
  const commit = async (by: ObjectStore, step: PreparedStep): Promise<{ id: string; key: string | null }> => {
    const record = await capturing();
    const path = join(scratchDirectory(), 'chunk.mp4');
    await writeFile(path, 'pictures');
    const chunk = { index: 0, path, size: 8, sha256: sha256('pictures'), seam: null, reusable: true };
    const run = runOf(record, by, { kind: 'capture', id: 'capture-0-0', chunks: [0] }, step);
    expect(await commitChunk(run, step, chunk, 1)).toBe('committed');
    const [row] = await farm.chunks.list(record.id);
    return { id: record.id, key: row?.storeKey ?? null };
  };

  it('stays when it was found and not committed yet', async () => {
    const { step, key } = await chunkToCome();
    await store.put(key, 'pictures');
    const committed = await commit(
      interrupted('head', key, () => retention(store)),
      step,
    );
    expect(committed.key).toBe(key);
    await retention(store);
    expect(await store.head(key)).not.toBeNull();
    await ended(farm, committed.id);
  });

  it('has a place of its own when retention is about to remove the other', async () => {
    const { step, key } = await chunkToCome();
    await store.put(key, 'pictures');
    let committed = { id: '', key: null as string | null };
    await retention(
      interrupted('remove', key, async () => {
        committed = await commit(store, step);
      }),
    );
    expect(await store.head(key)).toBeNull();
    expect(committed.key).toContain(committed.id);
    expect(await store.head(committed.key ?? '')).toMatchObject({ size: 8 });
    await ended(farm, committed.id);
  });
});

describe('pictures of a video', () => {
  /** Has the pictures of the only video, as a worker does. */
  const pictures = async (
    by: ObjectStore,
    step: PreparedStep,
  ): Promise<StoredPictures & { id: string; holder: string }> => {
    const record = await capturing();
    const run = runOf(record, by, { kind: 'extract', id: 'extract-0', video: 0 }, step);
    const { pictures: found } = await extract(run);
    return { ...(found as StoredPictures), id: record.id, holder: holderOf(run) };
  };
  const sharedBy = (step: PreparedStep): string => STORE_KEYS.pictures('local', picturesKey(step, 0) ?? '');

  it('stay when they were found and the step is not committed yet', async () => {
    const step = preparedStep();
    const shared = sharedBy(step);
    const first = await pictures(store, step);
    expect([first.storeKey, made]).toEqual([shared, 1]);
    await ended(farm, first.id);
    await farm.retention.free([shared, `${shared}.json`], first.holder);
    const again = await pictures(
      interrupted('head', shared, () => retention(store)),
      step,
    );
    expect([again.storeKey, made]).toEqual([shared, 1]);
    await retention(store);
    expect(await store.head(shared)).not.toBeNull();
    await ended(farm, again.id);
  });

  it('are made anew in a place of their own when retention is about to remove the others', async () => {
    const step = preparedStep();
    const shared = sharedBy(step);
    await store.put(shared, 'a tar');
    await store.put(`${shared}.json`, JSON.stringify({ count: 1 }));
    let own = { id: '', storeKey: '' };
    await retention(
      interrupted('remove', shared, async () => {
        own = await pictures(store, step);
      }),
    );
    expect(await store.head(shared)).toBeNull();
    expect(own.storeKey).toContain(own.id);
    expect(await store.head(own.storeKey)).not.toBeNull();
    await ended(farm, own.id);
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
      interrupted('remove', first.record.storeKey, async () => {
        expect(await farm.compositions.get('local', first.record.id)).toBeNull();
        again = await upload(store, html);
      }),
    );
    expect(again).toMatchObject({ created: true, record: { id: first.record.id } });
    expect(await archives()).toEqual([again.record.storeKey]);
    expect(await farm.compositions.get('local', first.record.id)).toMatchObject({ storeKey: again.record.storeKey });
  });

  it('that is used after the plan to remove it was made stays', async () => {
    const html = composition('<p>used</p>');
    const { record } = await upload(store, html);
    await retention(
      interrupted('head', record.storeKey, async () => {
        expect(await upload(store, html)).toMatchObject({ created: false });
      }),
    );
    expect(await farm.compositions.get('local', record.id)).not.toBeNull();
    expect(await archives()).toContain(record.storeKey);
    await retention(store);
    expect(await archives()).not.toContain(record.storeKey);
  });

  it('whose archive lay there without a record keeps it', async () => {
    const html = composition('<p>kept</p>');
    const { record } = await upload(store, html);
    await farm.compositions.remove('local', record.id);
    const again = await upload(
      interrupted('putFile', record.storeKey, () => retention(store)),
      html,
    );
    expect(await archives()).toContain(again.record.storeKey);
    expect(await farm.compositions.get('local', record.id)).not.toBeNull();
  });

  it('that comes again after the plan to remove its old archive was made stays', async () => {
    const html = composition('<p>deleted, and there again</p>');
    const { record } = await upload(store, html);
    await farm.compositions.remove('local', record.id);
    await retention(
      interrupted('head', record.storeKey, async () => {
        expect(await upload(store, html)).toMatchObject({ created: true });
      }),
    );
    expect(await farm.compositions.get('local', record.id)).not.toBeNull();
    expect(await archives()).toContain(record.storeKey);
  });

  it('is known by its record, which no list of uploads has to hold', async () => {
    const { record } = await upload(store, composition('<p>one of very many</p>'));
    const client = new Redis(redis.url);
    await client.del('{ff}:cmp:lru');
    client.disconnect();
    // As if a minute had passed since its time was over.
    const rule = { what: 'uploads', prefix: 'compositions/', keepSeconds: 3_600, keepSecondsAfterFailure: -60 };
    await applyFarmRetention(farm, store, { rules: [rule] });
    expect(await archives()).toContain(record.storeKey);
  });
});
