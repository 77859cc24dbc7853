/** The one table of states, as Redis applies it (farm-practice 2). */
import {
  ACTIVE_STATUSES,
  destination,
  type Farm,
  isTerminal,
  RENDER_STATUSES,
  type RenderStatus,
  TRANSITIONS,
  type TransitionReason,
} from '@framefarm/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended, HELD, renderIn } from '../../support/farm/farm-states.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { until } from '../../support/machine/processes.js';

let redis: TestRedis;
let farm: Farm;
beforeAll(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
});
afterAll(() => redis.end());

const holdsPermit = (status: RenderStatus): boolean => (ACTIVE_STATUSES as readonly RenderStatus[]).includes(status);

const reasons = Object.keys(TRANSITIONS) as TransitionReason[];
/** A permit is given by the line alone; an end waits until nothing of the render is live. */
const NOT_BY_MOVE: readonly TransitionReason[] = ['admitted', 'drained', 'stopped', 'stop_timeout'];

describe.each(RENDER_STATUSES)('a render that is %s', (from) => {
  it.each(reasons)('takes "%s" exactly as the table says', async (reason) => {
    const id = await renderIn(farm, from);
    const before = await farm.renders.get(id);
    expect(before?.status).toBe(from);
    const { active, queued } = await numbers();

    const { moved, record } = await farm.renders.move(id, before?.epoch ?? 0, reason);

    const to = NOT_BY_MOVE.includes(reason) ? null : destination(from, reason);
    if (to === null) {
      expect(moved).toBe(false);
      expect(record).toEqual(before);
    } else {
      expect(moved).toBe(true);
      // Nothing of it is live, so that a render which is to end does so at once.
      const stays = to === 'failing' ? 'failed' : to === 'cancelling' ? 'cancelled' : to;
      expect(record?.status).toBe(stays);
      expect(record?.revision).toBeGreaterThan(before?.revision ?? 0);
      const after = await numbers();
      expect(after.active - active).toBe(Number(holdsPermit(stays)) - Number(holdsPermit(from)));
      expect(after.queued - queued).toBe(Number(stays === 'queued') - Number(from === 'queued'));
    }
    await ended(farm, id);
    expect(await numbers()).toEqual({ active: 0, queued: 0 });
  });

  it('does not move for another run, and cancel never moves it out of a terminal state', async () => {
    const id = await renderIn(farm, from);
    const before = await farm.renders.get(id);
    for (const reason of reasons) expect((await farm.renders.move(id, 9, reason)).moved).toBe(false);
    expect(await farm.renders.get(id)).toEqual(before);
    const first = await farm.renders.cancel(id, 'someone');
    const second = await farm.renders.cancel(id, 'someone');
    expect(second.moved).toBe(false);
    expect(second.record).toEqual(first.record);
    if (isTerminal(from)) expect(first.record).toEqual(before);
    await ended(farm, id);
  });
});

describe('a render that winds down', () => {
  it.each(['failing', 'cancelling'] as const)(
    'when %s, keeps its permit until its last claim is given back',
    async (status) => {
      const id = await renderIn(farm, status);
      expect(await farm.steps.beat(id, 1, HELD.id, 1, {})).toEqual({
        go: false,
        reason: status === 'failing' ? 'failing' : 'cancelled',
      });
      expect((await farm.view(id).look())?.live.size).toBe(1);
      expect(await farm.line.status()).toMatchObject({ activeRenders: 1 });

      expect(await farm.steps.commit(id, 1, HELD.id, 1, {})).toBe('stale');

      const record = await farm.renders.get(id);
      expect(record?.status).toBe(status === 'failing' ? 'failed' : 'cancelled');
      expect(record?.reason).toBe(status === 'failing' ? 'drained' : 'stopped');
      expect(await farm.line.status()).toMatchObject({ activeRenders: 0 });
    },
  );

  it('ends without a claim whose holder was lost, as stop_timeout', async () => {
    const id = await renderIn(farm, 'cancelling');
    await until(
      async () => (await farm.renders.move(id, 1, 'stop_timeout')).moved,
      () => 'the claim is live',
    );
    expect(await farm.renders.get(id)).toMatchObject({ status: 'cancelled', reason: 'stop_timeout' });
    // Nobody gives it back any more.
    expect(await farm.steps.list(id, 1)).toMatchObject([{ id: HELD.id, state: 'dropped' }]);
    expect((await farm.view(id).look())?.live.size).toBe(0);
    expect(await farm.steps.beat(id, 1, HELD.id, 1, {})).toMatchObject({ reason: 'superseded' });
  });

  it('drops the steps that nobody claimed and lets none be claimed', async () => {
    const id = await renderIn(farm, 'preparing');
    const sound = { kind: 'sound', id: 'sound' } as const;
    await farm.steps.due(id, 1, HELD, 1);
    await farm.steps.claim(id, 1, HELD, 'w1');
    await farm.steps.due(id, 1, sound, 1);
    await farm.renders.cancel(id, 'local');
    const rows = await farm.steps.list(id, 1);
    expect(rows.find((row) => row.id === 'sound')?.state).toBe('dropped');
    expect(await farm.steps.claim(id, 1, sound, 'w2')).toBeNull();
    expect(await farm.steps.due(id, 1, { kind: 'extract', id: 'extract-0', video: 0 }, 1)).toBe(false);
    await ended(farm, id);
  });
});

describe('a render whose chunks need their order', () => {
  it('is planned anew under the next epoch, before its plan stands too, says why, and forgets it for another run', async () => {
    const id = await renderIn(farm, 'rendering');
    expect(await farm.renders.move(id, 1, 'order_needed', { dependent: 45 })).toMatchObject({
      moved: true,
      record: { status: 'preparing', dependent: 45, epoch: 2, preparedKey: null },
    });
    const { events } = await farm.events.read(id, null, 100);
    expect(events.at(-1)?.event).toMatchObject({ type: 'state', reason: 'order_needed', epoch: 2, dependent: 45 });
    expect(await farm.renders.move(id, 2, 'order_needed', { dependent: 90 })).toMatchObject({
      moved: true,
      record: { status: 'preparing', dependent: 90, epoch: 3 },
    });
    await farm.renders.cancel(id, 'local');
    expect(await farm.renders.requeue(id)).toMatchObject({ moved: true, record: { epoch: 4, dependent: null } });
    await ended(farm, id);
  });
});

describe('a render whose surface was refuted', () => {
  it('is planned anew under the next epoch once it is quiet, says why, and forgets it for another run', async () => {
    const id = await renderIn(farm, 'rendering');
    await farm.steps.due(id, 1, HELD, 1);
    await farm.steps.claim(id, 1, HELD, 'w1');
    const obstacle = { frame: 60, obstacle: 'the page holds <dialog>' };
    const plan = () => farm.renders.move(id, 1, 'surface_refuted', { refuted: obstacle });
    expect(await plan()).toMatchObject({ moved: false, record: { refuted: null, epoch: 1 } });

    const failure = { code: 'SURFACE_OBSTACLE', message: 'm', class: 'stuck', obstacle } as const;
    expect(await farm.steps.fail(id, 1, HELD.id, 1, failure)).toBe('failed');
    expect((await farm.steps.list(id, 1))[0]?.error).toEqual(failure);
    expect(await plan()).toMatchObject({
      moved: true,
      record: { status: 'preparing', refuted: obstacle, epoch: 2, replans: 0, progress: 0, preparedKey: null },
    });
    const { events } = await farm.events.read(id, null, 100);
    expect(events.at(-1)?.event).toMatchObject({
      type: 'state',
      reason: 'surface_refuted',
      epoch: 2,
      refuted: obstacle,
    });

    await farm.renders.cancel(id, 'local');
    expect(await farm.renders.requeue(id)).toMatchObject({
      moved: true,
      ahead: 0,
      record: { epoch: 3, refuted: null },
    });
    await ended(farm, id);
  });
});

describe('another run', () => {
  it('has the next epoch, a place in the line, and nothing of the last run; its stale steps and chunks are refused', async () => {
    const id = await renderIn(farm, 'rendering');
    await farm.chunks.plan(id, 1, [{ index: 0, firstFrame: 0, frames: 10 }]);
    await farm.steps.due(id, 1, HELD, 1);
    await farm.steps.claim(id, 1, HELD, 'w1');
    await farm.renders.cancel(id, 'local');
    await ended(farm, id);

    expect(await farm.renders.requeue(id)).toMatchObject({
      moved: true,
      record: {
        status: 'queued',
        reason: 'requeued',
        epoch: 2,
        finishedAt: null,
        outcome: null,
        progress: 0,
        totalFrames: 0,
      },
    });
    expect(await farm.line.admit()).toMatchObject([{ renderId: id, epoch: 2 }]);

    const commit = { worker: 'w1', storeKey: 'c', sha256: 'h', size: 1, ms: 1, reused: false };
    expect(await farm.chunks.commit(id, 1, 0, commit)).toBe('stale');
    expect(await farm.steps.beat(id, 1, HELD.id, 1, {})).toEqual({ go: false, reason: 'superseded' });
    expect(await farm.steps.commit(id, 1, HELD.id, 1, {})).toBe('stale');
    expect(await farm.steps.claim(id, 1, HELD, 'w1')).toBeNull();
    expect(await farm.chunks.list(id)).toEqual([]);
    expect(await farm.chunks.list(id, 1)).toHaveLength(1);
    await ended(farm, id);
  });
});

async function numbers(): Promise<{ readonly active: number; readonly queued: number }> {
  const { activeRenders, queuedRenders } = await farm.line.status();
  return { active: activeRenders, queued: queuedRenders };
}
