/** How many lanes of a farm a render may count on. */
import type { WorkerInfo, Workers } from '@framefarm/farm';
import { expect, it } from 'vitest';
import { CapacityView, capacityOf } from '../../../apps/worker/src/coordinator/capacity.js';

const worker = (name: string, more: Partial<WorkerInfo> = {}): WorkerInfo =>
  ({
    id: name,
    name,
    slots: 2,
    draining: false,
    blocked: null,
    understands: { oldest: 1, newest: 2 },
    work: [],
    ...more,
  }) as WorkerInfo;
const doing = (...kinds: readonly string[]) =>
  ({ work: kinds.map((kind) => ({ kind })) }) as unknown as Partial<WorkerInfo>;

it('lanes are those of workers that take steps of the render, each name counted once', () => {
  const workers = [
    worker('a'),
    worker('b', { slots: 3 }),
    worker('b'),
    worker('draining', { draining: true }),
    worker('newer', { understands: { oldest: 3, newest: 4 } }),
    worker('older', { understands: { oldest: 0, newest: 0 } }),
  ];
  expect(capacityOf(workers, 2)).toEqual({ workers: ['a', 'b'], slots: 7, idleSlots: 7, blocked: [] });
  expect(capacityOf(workers, 3).workers).toEqual(['newer']);
});

it('one that is blocked has none, and says why, once', () => {
  const blocked = { blocked: 'no disk' };
  expect(capacityOf([worker('a', blocked), worker('b', blocked), worker('c')], 1)).toEqual({
    workers: ['c'],
    slots: 2,
    idleSlots: 2,
    blocked: ['no disk'],
  });
});

it('a lane is idle while it neither captures nor prepares; steps without a browser take none', () => {
  const idle = (more: Partial<WorkerInfo>) => capacityOf([worker('a', more)], 1).idleSlots;
  expect(idle(doing())).toBe(2);
  expect(idle(doing('extract', 'sound', 'assemble'))).toBe(2);
  expect(idle(doing('capture'))).toBe(1);
  expect(idle(doing('capture', 'prepare'))).toBe(0);
  expect(capacityOf([worker('a', doing('capture', 'capture', 'prepare')), worker('b')], 1).idleSlots).toBe(2);
});

it('the list of workers is asked for once by all who look at a time, and again after a failure', async () => {
  let asked = 0;
  const list = async () => {
    asked += 1;
    if (asked === 1) throw new Error('Redis is away');
    return [worker('a')];
  };
  const view = new CapacityView({ list } as unknown as Workers);
  await expect(view.read(1)).rejects.toThrow('Redis is away');
  const looks = await Promise.all([view.read(1), view.read(2), view.read(9)]);
  expect([asked, looks.map(({ slots }) => slots)]).toEqual([2, [2, 2, 0]]);
});
