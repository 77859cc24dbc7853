/** Renders of a version that no worker does: how they end (docs/farm.md). */
import type { Farm, RecordPatch, RenderRecord } from '@framefarm/farm';
import { UNDERSTOOD } from '@framefarm/farm';
import { describe, expect, it } from 'vitest';
import { endWhatNobodyDoes } from '../../../apps/worker/src/versions/too-old.js';

describe('renders that no worker does', () => {
  const BEGUN = '2026-01-01T00:00:00Z';
  const waiting = { message: 'no worker does version 99' };
  const known = { id: 'rnd_1', startedAt: BEGUN, timeoutSeconds: 60, waiting } as unknown as RenderRecord;

  /** What became of a render of `version`, a time after its start. */
  async function ended(version: number, seconds: number, record: RenderRecord | null = known, moved = true) {
    const moves: { reason: string; patch: RecordPatch }[] = [];
    const renders = {
      get: async () => record,
      move: async (_id: string, _epoch: number, reason: string, patch: RecordPatch) => {
        moves.push({ reason, patch });
        return { moved, record };
      },
    };
    const farm = { renders, time: async () => Date.parse(BEGUN) + seconds * 1000 };
    const told = await endWhatNobodyDoes(farm as unknown as Farm, [{ renderId: 'rnd_1', epoch: 1, version }]);
    return { moves, told: told.map(({ id }) => id) };
  }

  it('end with what they waited for when their time is up, which is no fault of their caller', async () => {
    const { moves, told } = await ended(99, 60);
    expect(told).toEqual(['rnd_1']);
    expect(moves).toMatchObject([
      {
        reason: 'render_timeout',
        patch: {
          error: {
            code: 'RENDER_TIMEOUT',
            owner: 'system',
            retryable: true,
            message: 'the render was not finished 60 s after its start: no worker does version 99',
          },
        },
      },
    ]);
    // Somebody else was first.
    expect((await ended(99, 60, known, false)).told).toEqual([]);
  });

  it('wait until then for a worker that does', async () => {
    const none = { moves: [], told: [] };
    expect(await ended(99, 59.999)).toEqual(none);
    expect(await ended(99, 60, { ...known, startedAt: null })).toEqual(none);
    expect(await ended(99, 60, { ...known, waiting: null })).toEqual(none);
    expect(await ended(99, 60, null)).toEqual(none);
    expect(await ended(UNDERSTOOD.oldest, 0)).toEqual(none);
  });

  it('end at once where only older builds could do them', async () => {
    const { moves, told } = await ended(UNDERSTOOD.oldest - 1, 0);
    expect(told).toEqual(['rnd_1']);
    expect(moves).toMatchObject([{ reason: 'version_unsupported', patch: { error: { code: 'VERSION_UNSUPPORTED' } } }]);
  });
});
