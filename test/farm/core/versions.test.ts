/** Renders of other versions in the line, in the records, and in batches, as Redis keeps them. */
import { type Farm, KEY_PREFIX, PAYLOAD_VERSION, type WorkerInfo } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ended, submitted } from '../../support/farm/farm-states.js';
import { batchSubmission } from '../../support/farm/farm-submissions.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';

const NEWER = PAYLOAD_VERSION + 1;

let redis: TestRedis;
let farm: Farm;
let raw: Redis;
beforeAll(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
  raw = new Redis({ path: redis.url });
});
afterEach(async () => {
  for (const { id } of await farm.workers.list()) await farm.workers.leave(id);
});
afterAll(async () => {
  raw.disconnect();
  await redis.end();
});

/** A render that a producer of the version accepted. */
async function accepted(version: number): Promise<string> {
  const { id } = await submitted(farm);
  await raw.hset(`${KEY_PREFIX}:r:${id}`, 'version', version);
  return id;
}

async function announce(id: string, newest: number, more: Partial<WorkerInfo> = {}): Promise<void> {
  const about = { id, name: id, slots: 1, draining: false, blocked: null, work: [], ...more };
  await farm.workers.announce({ ...about, understands: { oldest: 1, newest } } as unknown as WorkerInfo);
}

async function waitingEvents(id: string): Promise<readonly unknown[]> {
  const { events } = await farm.events.read(id, null, 100);
  return events.flatMap(({ event }) => (event.type === 'waiting' ? [event.waiting] : []));
}

it('a newer render keeps its place, holds up nobody behind it, and is told once why it waits', async () => {
  await announce('old', PAYLOAD_VERSION);
  const newer = await accepted(NEWER);
  const old = await accepted(PAYLOAD_VERSION);
  expect(await farm.line.admit()).toEqual([{ renderId: old, epoch: 1, version: PAYLOAD_VERSION }]);
  await farm.line.admit();
  const { waiting, status } = (await farm.renders.get(newer)) ?? {};
  expect({ waiting, status }).toMatchObject({
    status: 'queued',
    waiting: {
      reason: 'no_worker_of_version',
      version: NEWER,
      message:
        `the farm accepted this render as version ${NEWER}, and every worker that is there is older ` +
        `(version ${PAYLOAD_VERSION}); it waits for a worker of its version`,
    },
  });
  expect(await waitingEvents(newer)).toEqual([waiting]);

  await announce('new', NEWER);
  expect(await farm.line.noteVersions([])).toEqual([]);
  expect(await farm.renders.get(newer)).toMatchObject({ waiting: null });
  expect(await waitingEvents(newer)).toEqual([waiting, null]);
  expect(await farm.line.admit({ oldest: 1, newest: NEWER })).toEqual([{ renderId: newer, epoch: 1, version: NEWER }]);
  for (const id of [newer, old]) await ended(farm, id);
});

it('however many newer ones stand before them, old renders are admitted in their order', async () => {
  await farm.line.setLimit(10);
  const newer: string[] = [];
  const old: string[] = [];
  for (let count = 0; count < 15; count += 1) newer.push(await accepted(NEWER));
  for (let count = 0; count < 20; count += 1) old.push(await accepted(PAYLOAD_VERSION));
  expect((await farm.line.admit()).map(({ renderId }) => renderId)).toEqual(old.slice(0, 10));
  for (const id of [...newer, ...old]) await ended(farm, id);
});

it('a render in flight whose last worker left waits too; one that drains is none, and a cancelled one waits no more', async () => {
  await announce('old', PAYLOAD_VERSION);
  await announce('new', NEWER, { draining: true });
  const id = await accepted(NEWER);
  await farm.line.admit({ oldest: 1, newest: NEWER });
  expect(await farm.line.active()).toEqual([{ renderId: id, epoch: 1, version: NEWER }]);
  expect(await farm.line.noteVersions([id])).toEqual([{ renderId: id, epoch: 1, version: NEWER }]);
  expect((await farm.renders.get(id))?.waiting).not.toBeNull();
  await farm.renders.cancel(id, 'local');
  expect(await farm.renders.get(id)).toMatchObject({ status: 'cancelled', waiting: null });
  expect(await farm.line.noteVersions([])).toEqual([]);
});

it('while no worker is there at all, nothing is said of versions', async () => {
  const id = await accepted(NEWER);
  expect(await farm.line.noteVersions([id])).toEqual([]);
  expect(await farm.renders.get(id)).toMatchObject({ waiting: null });
  await ended(farm, id);
});

it('what another build wrote into a record stays there through every change', async () => {
  const id = await accepted(PAYLOAD_VERSION);
  const name = `${KEY_PREFIX}:r:${id}`;
  await raw.hset(name, 'ofAnotherBuild', 'kept', 'options', JSON.stringify({ fps: '30', optionOfAnotherBuild: 7 }));
  await farm.line.admit();
  await farm.renders.warn(id, 1, [{ code: 'x', message: 'y' } as never]);
  await farm.renders.move(id, 1, 'planned', { totalFrames: 3 });
  await farm.renders.cancel(id, 'local');
  await farm.renders.requeue(id);
  expect(await raw.hget(name, 'ofAnotherBuild')).toBe('kept');
  expect(await farm.renders.get(id)).toMatchObject({ status: 'queued', options: { optionOfAnotherBuild: 7 } });
  await ended(farm, id);
});

it('rows of a batch are of the version of the batch, and only those who understand it put them together', async () => {
  const batch = await farm.batches.submit(batchSubmission(1));
  if (batch.outcome !== 'created') throw new Error(batch.outcome);
  const { id } = batch.record;
  expect(batch.record.version).toBe(PAYLOAD_VERSION);
  await raw.hset(`${KEY_PREFIX}:b:${id}`, 'version', NEWER);
  await farm.batches.advance(id);
  expect((await farm.batches.rows(id)).map(({ renderId }) => renderId)).not.toContainEqual(expect.anything());
  await raw.hset(`${KEY_PREFIX}:b:${id}`, 'version', PAYLOAD_VERSION);
  await farm.batches.advance(id);
  const launched = (await farm.batches.rows(id)).find(({ renderId }) => renderId !== null)?.renderId ?? '';
  expect(await farm.renders.get(launched)).toMatchObject({ version: PAYLOAD_VERSION });
  await farm.batches.cancel(id, 'local');
});
