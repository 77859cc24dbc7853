/** Renders of a version that no worker does: how they end (docs/farm.md). */
import type { Farm, RecordPatch, RenderRecord } from '@framefarm/farm';
import { expect, it } from 'vitest';
import { endWhatNobodyDoes } from '../../../apps/worker/src/versions/too-old.js';

it('whose time is up end with what they waited for, which is no fault of their caller', async () => {
  const waiting = { message: 'no worker does version 99' };
  const record = { id: 'rnd_1', startedAt: '2026-01-01T00:00:00Z', timeoutSeconds: 60, waiting } as RenderRecord;
  const patches: RecordPatch[] = [];
  const renders = {
    get: async () => record,
    move: async (_id: string, _epoch: number, _reason: string, patch: RecordPatch) => {
      patches.push(patch);
      return { moved: true, record };
    },
  };
  const farm = { renders, time: async () => Date.parse('2026-01-01T00:02:00Z') };
  await endWhatNobodyDoes(farm as unknown as Farm, [{ renderId: 'rnd_1', epoch: 1, version: 99 }]);
  expect(patches).toMatchObject([
    {
      error: {
        code: 'RENDER_TIMEOUT',
        owner: 'system',
        retryable: true,
        message: 'the render was not finished 60 s after its start: no worker does version 99',
      },
    },
  ]);
});
