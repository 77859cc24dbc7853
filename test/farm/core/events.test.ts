/** Streams of events: replayed, resumed, trimmed, watched (http-api 3.4). */
import type { Warning } from '@framefarm/contract';
import { type Farm, KEPT_EVENTS, type RenderStreamEvent, type StoredEvent } from '@framefarm/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended, rendering, submitted } from '../../support/farm/farm-states.js';
import { startTestRedis, type TestRedis } from '../../support/farm/redis.js';
import { until } from '../../support/machine/processes.js';

let redis: TestRedis;
let farm: Farm;
beforeAll(async () => {
  redis = await startTestRedis();
  farm = redis.farm();
});
afterAll(() => redis.end());

const warnings = (from: number, to: number): Warning[] =>
  Array.from({ length: to - from }, (_, i) => ({
    code: 'script_error',
    message: `warning ${from + i}`,
    stage: 'capture',
  }));

describe('events of a render', () => {
  it('reach a watcher in the sequence that a replay shows, wherever the reader resumes', async () => {
    const reader = redis.farm();
    const { id } = await submitted(farm);
    const live: StoredEvent<RenderStreamEvent>[] = [];
    let wanted = true;
    let busy = false;
    const stop = reader.events.watch(id, () => {
      wanted = true;
      void pull();
    });
    async function pull(): Promise<void> {
      if (busy) return;
      busy = true;
      while (wanted) {
        wanted = false;
        const { events } = await reader.events.read(id, live.at(-1)?.id ?? null, 3);
        live.push(...events);
        if (events.length > 0) wanted = true;
      }
      busy = false;
    }
    await farm.line.admit();
    await farm.renders.warn(id, 1, warnings(0, 5));
    await farm.renders.warn(id, 1, warnings(0, 5));
    await farm.renders.move(id, 1, 'planned');
    await farm.renders.cancel(id, 'someone');
    await until(
      () => live.at(-1)?.event.type === 'cancelled',
      () => `seen: ${live.map(({ event }) => event.type).join()}`,
    );
    stop();
    const { events, trimmed, last } = await farm.events.read(id, null, 1000);
    expect(live).toEqual(events);
    expect(trimmed).toBe(false);
    expect(last).toBe(events.at(-1)?.id);
    expect(events.map(({ event }) => event.type)).toEqual([
      'queued',
      'state',
      ...Array.from({ length: 5 }, () => 'warning'),
      'state',
      'state',
      'cancelled',
    ]);
    expect(events.at(-2)?.event).toMatchObject({ reason: 'cancel_requested', by: 'someone', status: 'cancelling' });
    for (const [place, { id: at }] of events.entries()) {
      const rest = await farm.events.read(id, at, 1000);
      expect(rest).toMatchObject({ events: events.slice(place + 1), trimmed: false });
    }
    expect((await farm.renders.get(id))?.warnings).toHaveLength(5);
  });

  it('say when older ones were trimmed, to those who need them only, and when an id lies ahead', async () => {
    const id = await rendering(farm, 1, 10);
    const early = (await farm.events.read(id, null, 1)).events[0]?.id ?? '';
    await farm.renders.warn(id, 1, warnings(0, KEPT_EVENTS + 20));
    const all = await farm.events.read(id, null, 5000);
    expect(all.trimmed).toBe(true);
    expect(all.events).toHaveLength(KEPT_EVENTS);
    expect((await farm.events.read(id, early, 10)).trimmed).toBe(true);
    expect((await farm.events.read(id, all.events[0]?.id ?? '', 10)).trimmed).toBe(false);
    const [ms, count] = (all.last ?? '').split('-');
    expect(await farm.events.read(id, `${ms}-${Number(count) + 5}`, 10)).toMatchObject({ events: [], trimmed: true });
    await ended(farm, id);
  });

  it('wake those who watch the farm when the line or the workers change', async () => {
    let calls = 0;
    const stop = farm.events.watchFarm(() => {
      calls += 1;
    });
    await until(
      () => calls > 0,
      () => 'not subscribed',
    );
    const before = calls;
    const { id } = await submitted(redis.farm());
    await until(
      () => calls > before,
      () => 'nobody called',
    );
    stop();
    await ended(farm, id);
  });
});
