/** What a completed render took, from its rows (http-api 3.2). Pure. */
import type { ChunkRow, RenderPerf, RenderRecord, StepRow } from '@framefarm/farm';
import type { PreparedStep } from '@framefarm/render';

export interface PerfInput {
  readonly record: RenderRecord;
  readonly steps: readonly StepRow[];
  readonly chunks: readonly ChunkRow[];
  readonly prepared: PreparedStep;
  /** Epoch ms. */
  readonly now: number;
}

export function renderPerf({ record, steps, chunks, prepared, now }: PerfInput): RenderPerf {
  const { plan, versions, image = null } = prepared;
  const sum = (kind: StepRow['step']['kind']): number =>
    steps.filter(({ step }) => step.kind === kind).reduce((total, { ms }) => total + (ms ?? 0), 0);
  const captured = chunks.filter(({ reused, ms }) => !reused && ms !== null);
  const captureMs = captured.reduce((total, { ms }) => total + (ms ?? 0), 0);
  const frames = captured.reduce((total, chunk) => total + chunk.frames, 0);
  const created = Date.parse(record.createdAt);
  const peaks = steps.flatMap(({ result }) => (typeof result?.peakRssMb === 'number' ? [result.peakRssMb] : []));
  return {
    totalElapsedMs: Math.max(0, now - created),
    stages: {
      queue: record.startedAt === null ? 0 : Math.max(0, Date.parse(record.startedAt) - created),
      prepare: sum('prepare'),
      extract: sum('extract'),
      sound: sum('sound'),
      capture: captureMs,
      assemble: sum('assemble'),
    },
    captureAvgMs: frames === 0 ? null : captureMs / frames,
    peakRssMb: peaks.length === 0 ? null : Math.max(...peaks),
    videoCount: plan.videos.length,
    audioCount: plan.audio?.tracks.length ?? 0,
    workers: new Set(captured.map(({ worker }) => worker)).size,
    environment: { browser: versions.browser, ffmpeg: versions.ffmpeg, framefarm: versions.framefarm, image },
    capture: { path: plan.capture.path, reason: plan.capture.reason },
  };
}
