/** Which lane a step gets (security 2.6). */
import { afterEach, expect, it, vi } from 'vitest';
import { Lane } from '../../../apps/worker/src/lane/lane.js';
import { LanePool } from '../../../apps/worker/src/lane/pool.js';
import { scratchDirectory } from '../../support/projects/project.js';

/** Stands for a lane process; `cools`: it ends what is warm when it is asked to, else it has to be killed for that. */
function lane(cools: boolean) {
  const ended = Promise.withResolvers<void>();
  const one = {
    occupant: null as string | null,
    renderId: null as string | null,
    usable: true,
    quiet: true,
    quieted: async () => {},
    rssMb: 0,
    ended: ended.promise,
    cool: vi.fn(async () => {
      one.occupant = null;
      if (cools) return;
      one.usable = false;
      ended.resolve();
    }),
    close: async () => ended.resolve(),
  };
  return one;
}

afterEach(() => vi.restoreAllMocks());

const wanted = (occupant: string) => ({ kind: 'browser', occupant, renderId: `render of ${occupant}` }) as const;

it.each([
  [true, 'the same one once nothing of the first is warm'],
  [false, 'another one where the first had to be killed'],
])('the step of another owner gets (cools: %s) %s', async (cools) => {
  const lanes = [lane(cools), lane(true)];
  const start = vi.spyOn(Lane, 'start');
  for (const one of lanes) start.mockResolvedValueOnce(one as unknown as Lane);
  const pool = new LanePool(scratchDirectory(), {} as never);
  const { signal } = new AbortController();
  const used: unknown[] = [];
  const use = (occupant: string) => pool.use(wanted(occupant), signal, async (got) => void used.push(got));
  await use('one');
  await use('one');
  await use('other');
  expect(used.map((one) => lanes.indexOf(one as (typeof lanes)[0]))).toEqual([0, 0, cools ? 0 : 1]);
  expect(lanes[0]?.cool).toHaveBeenCalledTimes(1);
  expect(lanes[cools ? 0 : 1]).toMatchObject({ occupant: 'other', renderId: 'render of other' });
  await pool.close();
});

it('a row of a batch goes on in the lane that has its page, and the next row begins in the one that was idle for longer', async () => {
  const lanes = [lane(true), lane(true)];
  const start = vi.spyOn(Lane, 'start');
  for (const one of lanes) start.mockResolvedValueOnce(one as unknown as Lane);
  const pool = new LanePool(scratchDirectory(), {} as never);
  const { signal } = new AbortController();
  const used: string[] = [];
  const use = (row: string, work = async (): Promise<void> => {}): Promise<void> =>
    pool.use({ kind: 'browser', occupant: 'cards', renderId: row }, signal, async (got) => {
      used.push(`${row} ${lanes.indexOf(got as unknown as (typeof lanes)[0])}`);
      await work();
    });
  await use('a', () => use('b'));
  await use('a');
  await use('b');
  await use('c');
  expect(used).toEqual(['a 0', 'b 1', 'a 0', 'b 1', 'c 0']);
  await pool.close();
});

it('a step that has left its lane makes room for the same occupant at once, for another one when it has ended', async () => {
  const lanes = [lane(true)];
  const [only] = lanes;
  vi.spyOn(Lane, 'start').mockResolvedValueOnce(only as unknown as Lane);
  const pool = new LanePool(scratchDirectory(), {} as never);
  const { signal } = new AbortController();
  const over = Promise.withResolvers<void>();
  const happened: string[] = [];
  const left = pool.use(wanted('one'), signal, async (_, leave) => {
    Object.assign(only as object, { quiet: false, quieted: () => over.promise });
    leave();
    await over.promise;
    Object.assign(only as object, { quiet: true });
    happened.push('over');
  });
  await vi.waitFor(() => expect(only?.quiet).toBe(false));
  expect([pool.counts(), pool.warmFor()]).toMatchObject([{ lanes: 1, busy: 1 }, []]);
  await pool.use(wanted('one'), signal, async () => void happened.push('same'));
  const waits = new AbortController();
  const given = pool.use(wanted('third'), waits.signal, async () => {});
  waits.abort(new Error('cancelled'));
  await expect(given).rejects.toThrow('cancelled');
  const other = pool.use(wanted('other'), signal, async () => void happened.push('other'));
  over.resolve();
  await Promise.all([left, other]);
  expect(happened).toEqual(['same', 'over', 'other']);
  expect(only?.cool).toHaveBeenCalledTimes(1);
  await pool.close();
});
