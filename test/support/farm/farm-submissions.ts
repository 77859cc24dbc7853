/** Submissions for tests of the farm's core, where no composition is ever opened. */
import type { BatchSubmission, RenderSubmission } from '@framefarm/farm';

export function submission(about: Partial<RenderSubmission> = {}): RenderSubmission {
  return {
    owner: 'local',
    requestId: 'req-1',
    compositionId: 'cmp_0',
    options: { fps: '30' },
    outputName: null,
    priority: 50,
    chunks: 'auto',
    labels: {},
    metadata: null,
    timeoutSeconds: 3600,
    retentionSeconds: 604_800,
    webhook: null,
    batch: null,
    surface: 'renders',
    ...about,
  };
}

export function batchSubmission(rows: number, about: Partial<BatchSubmission> = {}): BatchSubmission {
  return {
    owner: 'local',
    requestId: 'req-b',
    compositionId: 'cmp_0',
    options: { variables: { city: 'Oslo' } },
    rows: Array.from({ length: rows }, (_, row) => ({ name: `row ${row}` })),
    outputNames: Array.from({ length: rows }, (_, row) => `${row}.mp4`),
    concurrency: 1,
    failFast: false,
    priority: 50,
    labels: {},
    metadata: null,
    timeoutSeconds: 3600,
    retentionSeconds: 604_800,
    webhook: null,
    ...about,
  };
}
