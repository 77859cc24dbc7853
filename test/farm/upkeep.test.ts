import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { applyFarmRetention, STORE_KEYS } from '@framefarm/farm';
import { openStore } from '@framefarm/storage';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended, rendering, submitted } from '../support/farm/farm-states.js';
import { admit, complete, startTestProducer } from '../support/farm/producer.js';
import { startTestRedis, type TestRedis } from '../support/farm/redis.js';
import { until } from '../support/machine/processes.js';
import { scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { farmPart } from '../support/renders/command-line.js';

useBundledFfmpeg();

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.end());

describe('one run of retention', () => {
  it('removes all that is due, however many there are', async () => {
    const farm = redis.farm();
    const store = await openStore(scratchDirectory());
    for (let count = 0; count < 450; count += 1) {
      const { id } = await submitted(farm);
      await farm.renders.cancel(id, 'local');
      await farm.retention.deleteSoon(id);
    }
    const kept = await submitted(farm);
    await applyFarmRetention(farm, store);
    const { items } = await farm.renders.list({ owner: 'local' }, 100);
    expect(items.map(({ id }) => id)).toEqual([kept.id]);
    await store.close();
  });

  it('tells beforehand what would go, and takes nothing', async () => {
    const producer = await startTestProducer();
    const { id } = await submitted(producer.farm);
    await producer.farm.renders.cancel(id, 'local');
    await producer.farm.retention.deleteSoon(id);
    await producer.store.put(STORE_KEYS.composition('local', 'cmp_without_record'), 'ten bytes.');
    const answer = await producer.call('GET', '/farm/retention');
    expect(await answer.json()).toMatchObject({
      due: { renders: [id] },
      objects: [],
      totals: expect.arrayContaining([expect.objectContaining({ what: 'compositions', objects: 1, goingObjects: 0 })]),
      storedBytes: 10,
    });
    expect(await producer.farm.renders.get(id)).not.toBeNull();
    await applyFarmRetention(producer.farm, producer.store);
    expect(await producer.farm.renders.get(id)).toBeNull();
    await producer.end();
  });

  it('keeps uploads that were used lately or that a render needs, and forgets the others with their records', async () => {
    const farm = redis.farm();
    const store = await openStore(scratchDirectory());
    const client = new Redis(redis.url);
    const upload = async (id: string): Promise<string> => {
      const storeKey = STORE_KEYS.composition('local', id);
      await store.put(storeKey, 'ten bytes.');
      const about = { owner: 'local', entryFile: 'index.html', files: 1, size: 10, storeKey };
      await farm.compositions.put({ id, ...about, lint: { errorCount: 0, warningCount: 0 } });
      return storeKey;
    };
    const [needed, old, recent] = [await upload('cmp_needed'), await upload('cmp_old'), await upload('cmp_recent')];
    const { id } = await submitted(farm, { compositionId: 'cmp_needed' });
    const monthAgo = Date.now() - 31 * 86_400_000;
    for (const one of ['cmp_needed', 'cmp_old']) await client.hset(`{ff}:cmp:r:local:${one}`, 'lastUsedAt', monthAgo);
    const kept = async () =>
      (await Promise.all([needed, old, recent].map((key) => store.head(key)))).map((found) => found !== null);

    const rule = { what: 'compositions', prefix: 'compositions/', maxBytes: 20 };
    await applyFarmRetention(farm, store, { rules: [rule] });
    expect(await kept()).toEqual([true, false, true]);
    expect(await farm.compositions.get('local', 'cmp_old')).toBeNull();
    await applyFarmRetention(farm, store, { rules: [{ ...rule, maxBytes: 10 }] });
    expect(await kept()).toEqual([true, false, false]);
    await farm.renders.cancel(id, 'local');
    await applyFarmRetention(farm, store, { rules: [{ ...rule, maxBytes: 0 }] });
    expect(await kept()).toEqual([false, false, false]);
    expect(await farm.compositions.get('local', 'cmp_needed')).toBeNull();
    client.disconnect();
    await store.close();
  });

  it('takes no chunk that a render in flight has, however little room there is', async () => {
    const farm = redis.farm();
    const store = await openStore(scratchDirectory());
    const known = await store.put('chunks/local/known.mp4', 'known');
    await store.put('chunks/local/other.mp4', 'other');
    const id = await rendering(farm, 2, 30);
    const { key: storeKey, sha256, size } = known;
    await farm.chunks.commit(id, 1, 0, { worker: '', storeKey, sha256, size, ms: 0, reused: true });
    const rule = { what: 'chunks', prefix: 'chunks/', maxBytes: 0 };
    const apply = () => applyFarmRetention(farm, store, { rules: [rule] });
    await apply();
    expect(await store.head('chunks/local/known.mp4')).not.toBeNull();
    expect(await store.head('chunks/local/other.mp4')).toBeNull();
    await ended(farm, id);
    await apply();
    expect(await store.head('chunks/local/known.mp4')).toBeNull();
    await store.close();
  });
});

it('a worker removes by itself what is over its time, whose download is answered with 410, and soon what is deleted', async () => {
  const producer = await startTestProducer();
  const { id } = await submitted(producer.farm, { retentionSeconds: 0 });
  await admit(producer.farm, id);
  const { storeKey } = await complete(producer, id, Buffer.from('video'));
  const scratch = scratchDirectory();
  await chmod(scratch, 0o711);
  const settings = { REDIS_URL: producer.redis.url, FRAMEFARM_STORE: producer.store.location };
  const worker = spawn(process.execPath, farmPart('worker'), {
    env: { ...process.env, NODE_ENV: 'production', ...settings, FRAMEFARM_SCRATCH_DIR: scratch, WORKER_SLOTS: '1' },
    stdio: 'ignore',
  });
  try {
    await until(
      async () => (await producer.store.head(storeKey)) === null,
      () => 'the output is kept',
    );
    const answer = await producer.call('GET', `/renders/${id}/output`);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ code: 'OUTPUT_EXPIRED' });
    expect((await producer.call('GET', `/renders/${id}`)).status).toBe(200);
    expect((await producer.call('DELETE', `/renders/${id}`)).status).toBe(202);
    await until(
      async () => (await producer.call('GET', `/renders/${id}`)).status === 404,
      () => 'the render is listed',
    );
  } finally {
    const closed = once(worker, 'close');
    worker.kill('SIGTERM');
    await closed;
    await producer.end();
  }
});
