/** Who is next, and how many at once (farm-practice 10, 11). */
import type { Farm } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ended, submitted } from '../../support/farm/farm-states.js';
import { submission } from '../../support/farm/farm-submissions.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { atOnce } from '../../support/machine/at-once.js';

let redis: TestRedis;
let farm: Farm;
beforeEach(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
});
afterEach(() => redis.end());

/** Admits one after the other, each ended before the next or not, and tells the order by request id. */
async function order(end: boolean): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const runs = await farm.line.admit();
    if (runs.length === 0) return found;
    for (const { renderId } of runs) {
      found.push((await farm.renders.get(renderId))?.requestId ?? '');
      if (end) await ended(farm, renderId);
    }
  }
}

describe('the line', () => {
  it('is first in, first out for one owner and one priority', async () => {
    await farm.line.setLimit(1);
    const names = Array.from({ length: 30 }, (_, i) => `r${i}`);
    for (const requestId of names) await submitted(farm, { requestId });
    expect(await order(true)).toEqual(names);
  });

  it('puts a higher priority first, over all owners', async () => {
    await farm.line.setLimit(1);
    await submitted(farm, { requestId: 'low', priority: 10 });
    await submitted(farm, { requestId: 'usual', owner: 'b' });
    await submitted(farm, { requestId: 'high', owner: 'c', priority: 90 });
    await submitted(farm, { requestId: 'highest', priority: 100 });
    expect(await order(true)).toEqual(['highest', 'high', 'usual', 'low']);
  });

  it('gives a free permit to the owner who holds fewest, whoever came first', async () => {
    await farm.line.setLimit(10);
    for (let i = 0; i < 8; i += 1) await submitted(farm, { requestId: `a${i}`, owner: 'a' });
    for (let i = 0; i < 2; i += 1) await submitted(farm, { requestId: `b${i}`, owner: 'b' });
    await submitted(farm, { requestId: 'c0', owner: 'c' });
    expect(await order(false)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  });

  it('is taken by owners in turns where one render runs at a time, as "ahead" had told', async () => {
    await farm.line.setLimit(1);
    const first = await submitted(farm, { requestId: 'a0', owner: 'a' });
    await farm.line.admit();
    const waiting: Record<string, string> = {};
    for (const name of ['a1', 'a2', 'b0', 'a3', 'b1', 'c0']) {
      waiting[name] = (await submitted(farm, { requestId: name, owner: name.charAt(0) })).id;
    }
    const told = ['b0', 'c0', 'a1', 'b1', 'a2', 'a3'];
    const places = () => Promise.all(told.map((name) => farm.renders.ahead(waiting[name] ?? '')));
    expect(await places()).toEqual([0, 1, 2, 3, 4, 5]);
    await ended(farm, first.id);
    // Now that nobody holds a permit.
    expect(await places()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await order(true)).toEqual(told);
    const { events } = await farm.events.read(waiting.b0 ?? '', null, 1000);
    expect(events.flatMap(({ event }) => (event.type === 'queued' ? [event.ahead] : []))).toEqual([0]);
  });

  it('forgets whose turn it was once nobody waits and nothing runs', async () => {
    await farm.line.setLimit(1);
    for (const owner of ['a', 'b']) await submitted(farm, { owner });
    await order(true);
    await submitted(farm, { requestId: 'b', owner: 'b' });
    await submitted(farm, { requestId: 'a', owner: 'a' });
    expect(await order(true)).toEqual(['b', 'a']);
  });

  it('holds an owner to a cap while others go on', async () => {
    await farm.line.setLimit(4);
    await farm.line.setOwnerPermits('a', 1);
    for (let i = 0; i < 3; i += 1) await submitted(farm, { requestId: `a${i}`, owner: 'a' });
    await submitted(farm, { requestId: 'b0', owner: 'b' });
    expect(await order(false)).toEqual(['a0', 'b0']);
    expect(await farm.line.share('a')).toEqual({ permits: 1, queued: 2 });
    await farm.line.setOwnerPermits('a', null);
    expect(await order(false)).toEqual(['a1', 'a2']);
  });

  it('drains above a lowered limit and refuses one that is no whole number from 1 to 10', async () => {
    await farm.line.setLimit(3);
    for (let i = 0; i < 4; i += 1) await submitted(farm);
    const runs = await farm.line.admit();
    expect(runs).toHaveLength(3);
    await farm.line.setLimit(1);
    for (const [i, { renderId }] of runs.entries()) {
      expect(await farm.line.admit()).toHaveLength(0);
      expect(await farm.line.status()).toMatchObject({ activeRenders: 3 - i });
      await ended(farm, renderId);
    }
    expect(await farm.line.admit()).toHaveLength(1);
    for (const bad of [0, 11, 1.5, Number.NaN]) {
      await expect(farm.line.setLimit(bad)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    await farm.line.proposeLimit(7);
    expect((await farm.line.status()).maxConcurrentRenders).toBe(1);
  });

  it('says whether a submission has to wait, and how many are ahead of it', async () => {
    await farm.line.setLimit(1);
    const waits: boolean[] = [];
    for (let i = 0; i < 3; i += 1) {
      const result = await farm.renders.submit(submission());
      if (result.outcome === 'created') waits.push(result.waits);
    }
    expect(waits).toEqual([false, true, true]);
  });

  it('announces places to those who wait when they change', async () => {
    await farm.line.setLimit(1);
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.push((await submitted(farm)).id);
    const urgent = await submitted(farm, { priority: 60 });
    await farm.line.admit();
    await farm.renders.cancel(ids[1] as string, 'local');
    const places = async (id: string): Promise<number[]> => {
      const { events } = await farm.events.read(id, null, 1000);
      return events.flatMap(({ event }) => (event.type === 'queued' ? [event.ahead] : []));
    };
    expect(await places(urgent.id)).toEqual([0]);
    expect(await places(ids[0] as string)).toEqual([0, 1, 0]);
    expect(await places(ids[2] as string)).toEqual([2, 3, 2, 1]);
    expect(await places(ids[3] as string)).toEqual([3, 4, 3, 2]);
  });
});

/** A generator of numbers below `n` that is the same on every run. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('any line (seed %i)', (seed) => {
  it('is taken in the order that "ahead" told, which is the rule of fair share', async () => {
    const roll = dice(seed);
    await farm.line.setLimit(10);
    const waiting: { id: string; owner: string; priority: number; arrival: number }[] = [];
    const held = new Map<string, number>();
    const served = new Map<string, number>();
    const submit = async (arrival: number): Promise<void> => {
      const owner = `owner ${roll(4)}`;
      const priority = [10, 50, 50, 90][roll(4)] as number;
      waiting.push({ id: (await submitted(farm, { owner, priority })).id, owner, priority, arrival });
    };
    for (let i = 0; i < 4; i += 1) await submit(i);
    for (const [turn, { renderId }] of (await farm.line.admit()).entries()) {
      const [run] = waiting.splice(
        waiting.findIndex(({ id }) => id === renderId),
        1,
      );
      const owner = run?.owner ?? '';
      held.set(owner, (held.get(owner) ?? 0) + 1);
      served.set(owner, turn);
    }
    for (let i = 4; i < 30; i += 1) await submit(i);

    const expected: string[] = [];
    const share = new Map(held);
    const rest = [...waiting];
    while (rest.length > 0) {
      rest.sort(
        (one, other) =>
          other.priority - one.priority ||
          (share.get(one.owner) ?? 0) - (share.get(other.owner) ?? 0) ||
          (served.get(one.owner) ?? -1) - (served.get(other.owner) ?? -1) ||
          one.arrival - other.arrival,
      );
      const next = rest.shift();
      if (next === undefined) break;
      expected.push(next.id);
      share.set(next.owner, (share.get(next.owner) ?? 0) + 1);
      served.set(next.owner, 100 + expected.length);
    }
    const places = await Promise.all(expected.map((id) => farm.renders.ahead(id)));
    expect(places).toEqual(expected.map((_, place) => place));
    const runs = await farm.line.admit();
    expect(runs.map(({ renderId }) => renderId)).toEqual(expected.slice(0, 6));
  });
});

describe('permits', () => {
  it('never exceed the limit, and are the renders in active states, while many submit, admit and end at once', async () => {
    const limit = 3;
    await farm.line.setLimit(limit);
    const farms = [farm, redis.farm(), redis.farm(), redis.farm()];
    const watcher = new Redis(redis.url);
    let busy = true;
    const samples: { held: number; active: number }[] = [];
    const sampling = (async () => {
      while (busy) {
        const answers = await watcher.multi().scard('{ff}:permits').hgetall('{ff}:counts').exec();
        const counts = answers?.[1]?.[1] as Record<string, string>;
        const active = ['preparing', 'rendering', 'assembling', 'failing', 'cancelling'];
        samples.push({
          held: Number(answers?.[0]?.[1]),
          active: active.reduce((sum, status) => sum + Number(counts[status] ?? 0), 0),
        });
      }
    })();
    const roll = dice(7);
    await atOnce(16, 200, async (i) => {
      const mine = farms[i % farms.length] as Farm;
      const { id } = await submitted(mine, { owner: `owner ${i % 5}`, requestId: `r${i}` });
      if (roll(10) === 0) await mine.renders.cancel(id, 'local');
      for (const { renderId, epoch } of await mine.line.admit()) {
        const reasons =
          roll(2) === 0 ? (['planned', 'all_chunks_committed', 'published'] as const) : (['step_exhausted'] as const);
        for (const reason of reasons) await mine.renders.move(renderId, epoch, reason);
      }
    });
    for (let runs = await farm.line.admit(); runs.length > 0; runs = await farm.line.admit()) {
      for (const { renderId } of runs) await ended(farm, renderId);
    }
    busy = false;
    await sampling;
    watcher.disconnect();
    expect(samples.length).toBeGreaterThan(10);
    expect(Math.max(...samples.map(({ held }) => held))).toBeLessThanOrEqual(limit);
    expect(samples.filter(({ held, active }) => held !== active)).toEqual([]);
    const { renders, totals } = await farm.stats();
    expect(totals.accepted).toBe(200);
    expect((renders.completed ?? 0) + (renders.failed ?? 0) + (renders.cancelled ?? 0)).toBe(200);
    expect(await farm.line.status()).toEqual({ maxConcurrentRenders: limit, activeRenders: 0, queuedRenders: 0 });
  });
});
