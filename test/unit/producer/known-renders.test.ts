import type { Farm, RenderRecord } from '@framefarm/farm';
import { expect, it } from 'vitest';
import { KnownRenders } from '../../../apps/producer/src/renders/known-renders.js';

const record = (status: string, revision: number) =>
  ({
    id: 'rnd_1',
    status,
    revision,
    epoch: 1,
    options: {},
    warnings: [],
    error: null,
    output: null,
    perf: null,
  }) as unknown as RenderRecord;

it('a queued render has a place; one whose turn came while it was read is shown as it is now', async () => {
  const renders = { ahead: async () => null, get: async () => record('preparing', 2) };
  const known = new KnownRenders({ renders } as unknown as Farm);
  const { body, tag } = await known.present(record('queued', 1));
  expect([body.status, body.ahead, tag]).toEqual(['preparing', null, '"2-1"']);
  expect(await known.summary(record('queued', 1))).toMatchObject({ status: 'preparing', revision: 2, ahead: null });
});

it('a render that was just accepted is shown in the place that it got, wherever it is by then', async () => {
  const known = new KnownRenders({ renders: {} } as unknown as Farm);
  const { body, tag } = await known.present(record('queued', 1), 0);
  expect([body.status, body.ahead, tag]).toEqual(['queued', 0, '"1-1-0"']);
});
