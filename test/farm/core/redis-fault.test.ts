/** What happens to the farm when Redis is killed, frozen or away (farm-practice 11, http-api 4.4). */
import { type Farm, openFarm, openQueue, requireRedis } from '@framefarm/farm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HELD, rendering, submitted } from '../../support/farm/farm-states.js';
import { batchSubmission, submission } from '../../support/farm/farm-submissions.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { until } from '../../support/machine/processes.js';

let redis: TestRedis;
let farm: Farm;
beforeEach(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
});
afterEach(() => redis.end());

/** The code that a call is refused with. After how long: test/unit/farm/unavailable.test.ts. */
const refusal = (call: () => Promise<unknown>): Promise<unknown> =>
  call().then(
    () => 'answered',
    (error: { readonly code?: string }) => error.code,
  );

describe('Redis', () => {
  it('without the database that was asked for is refused at the start, and not used through another one', async () => {
    const url = `${redis.url}?db=99`;
    const misplaced = openFarm({ redis: url });
    await expect(requireRedis(url, () => misplaced.ping())).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
      message: expect.stringContaining('DB index is out of range'),
    });
    await misplaced.close();
  });

  it('killed and started again has lost nothing, and the farm goes on over the same connections', async () => {
    const active = await rendering(farm, 3, 10);
    await farm.steps.due(active, 1, HELD, 1);
    await farm.steps.claim(active, 1, HELD, 'w1');
    const commit = { worker: 'w1', storeKey: 'k', sha256: 'h', size: 1, ms: 1, reused: false };
    await farm.chunks.commit(active, 1, 1, commit);
    const queued = await submitted(farm);
    const claim = { owner: 'local', route: 'r', key: 'k', fingerprint: 'f' };
    const keyed = await farm.renders.submit(submission(), claim);
    const batch = await farm.batches.submit(batchSubmission(5));
    const look = async (): Promise<unknown> => ({
      line: await farm.line.status(),
      active: await farm.line.active(),
      records: await farm.renders.list({ owner: 'local' }, 100),
      chunks: await farm.chunks.list(active),
      steps: await farm.steps.list(active, 1),
      events: await farm.events.read(active, null, 100),
      ahead: await farm.renders.ahead(queued.id),
      batches: await farm.batches.list('local', 10),
      totals: (await farm.stats()).totals,
    });
    const before = await look();
    const heard: number[] = [];
    const stop = farm.events.watch(active, () => heard.push(1));

    await redis.restart();

    await until(
      () =>
        farm.ping().then(
          () => true,
          () => false,
        ),
      () => 'no connection',
    );
    expect(await look()).toEqual(before);
    expect((await farm.renders.submit(submission(), claim)).outcome).toBe('replayed');
    expect(keyed.outcome).toBe('created');
    expect(batch.outcome).toBe('created');
    expect((await farm.line.admit()).map(({ renderId }) => renderId)).toEqual([queued.id]);
    const calls = heard.length;
    await farm.renders.warn(active, 1, [{ code: 'script_error', message: 'again', stage: 'capture' }]);
    await until(
      () => heard.length > calls,
      () => 'the watcher hears nothing',
    );
    stop();
  });

  it('frozen is told as QUEUE_UNAVAILABLE, and what was refused so is never done later', async () => {
    // Redis knows the script by now: on a busy machine sending it hundreds of times takes longer than an answer is waited for.
    await farm.renders.submit(submission());
    const submits = Array.from({ length: 400 }, () => farm.renders.submit(submission()));
    for (const call of submits) call.catch(() => {});
    // Some are done by now, some lie in the connection, some have not looked at the clock yet.
    await Promise.any(submits);
    process.kill(redis.pid(), 'SIGSTOP');
    let refusedAt = Number.NaN;
    try {
      for (const call of [() => farm.ping(), () => farm.renders.submit(submission()), () => farm.line.status()]) {
        expect(await refusal(call)).toBe('QUEUE_UNAVAILABLE');
      }
      refusedAt = Date.now();
    } finally {
      process.kill(redis.pid(), 'SIGCONT');
    }
    await until(
      () =>
        farm.ping().then(
          () => true,
          () => false,
        ),
      () => 'frozen',
    );
    const answers = await Promise.allSettled(submits);
    const done = answers.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeLessThan(submits.length);
    // Some may have been done in the moment before, with nobody left to send the answer; none was done after it.
    expect((await farm.stats()).totals.accepted).toBeGreaterThan(done);
    const later = await farm.renders.list({ owner: 'local', createdAfter: refusedAt }, submits.length);
    expect(later.items).toEqual([]);
  });

  it('that is not there is told as QUEUE_UNAVAILABLE', async () => {
    const nowhere = openFarm({ redis: { path: `${redis.directory}/nobody.sock` } });
    expect(await refusal(() => nowhere.ping())).toBe('QUEUE_UNAVAILABLE');
    await nowhere.close();
    expect(await refusal(() => nowhere.ping())).toBe('QUEUE_UNAVAILABLE');
  });

  it('that does not answer makes a queue refuse jobs; the queue works once it does', async () => {
    process.kill(redis.pid(), 'SIGSTOP');
    const { queue, close } = openQueue<object>('upkeep', { redis: redis.url });
    const code = await refusal(() => queue.add('sweep', {}, { jobId: 'sweep' }));
    process.kill(redis.pid(), 'SIGCONT');
    expect(code).not.toBe('answered');
    await until(
      async () => (await refusal(() => queue.add('sweep', {}, { jobId: 'sweep' }))) === 'answered',
      () => 'the queue refuses jobs',
    );
    expect(await queue.count()).toBe(1);
    await close();
  });
});
