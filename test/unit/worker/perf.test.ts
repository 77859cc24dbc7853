import type { ImageContent } from '@framefarm/contract';
import type { ChunkRow, RenderRecord, StepRow } from '@framefarm/farm';
import type { PreparedStep } from '@framefarm/render';
import { describe, expect, it } from 'vitest';
import { type PerfInput, renderPerf } from '../../../apps/worker/src/coordinator/perf.js';

const CREATED = '2026-01-01T00:00:00Z';
const record = { createdAt: CREATED, startedAt: CREATED } as RenderRecord;
const prepared = {
  plan: { videos: [], audio: null, capture: { path: 'beginframe', reason: 'software' } },
  versions: { framefarm: '0.1.0', node: '24.0.0', browser: '153.0', ffmpeg: '5.1' },
} as unknown as PreparedStep;
const perf = (more: Partial<PreparedStep>) =>
  renderPerf({ record, steps: [], chunks: [], prepared: { ...prepared, ...more }, now: Date.parse(CREATED) + 1000 });

describe('what a render on a farm took', () => {
  const step = (kind: StepRow['step']['kind'], ms: number | null, peakRssMb?: number): StepRow =>
    ({ step: { kind }, ms, result: peakRssMb === undefined ? null : { peakRssMb } }) as unknown as StepRow;
  const chunk = (frames: number, ms: number | null, worker: string, reused = false): ChunkRow =>
    ({ frames, ms, worker, reused }) as ChunkRow;
  const at = (seconds: number): string => new Date(Date.parse(CREATED) + seconds * 1000).toISOString();
  const taken = (more: Partial<PerfInput>) =>
    renderPerf({ record, steps: [], chunks: [], prepared, now: Date.parse(CREATED) + 60_000, ...more });

  it('adds up its steps by their kind, and frames that were captured for it', () => {
    const steps = [
      step('prepare', 100, 50),
      step('extract', 20),
      step('extract', 30, 400),
      step('sound', null),
      step('capture', 9_999, 300),
      step('assemble', 7),
    ];
    const chunks = [chunk(30, 600, 'one'), chunk(10, 200, 'two'), chunk(20, 1, 'one', true), chunk(5, null, 'three')];
    const media = { ...prepared.plan, videos: [{}, {}], audio: { tracks: [{}] } };
    const told = taken({
      steps,
      chunks,
      record: { ...record, startedAt: at(4) },
      prepared: { ...prepared, plan: media } as unknown as PreparedStep,
    });
    expect(told).toMatchObject({
      totalElapsedMs: 60_000,
      stages: { queue: 4_000, prepare: 100, extract: 50, sound: 0, capture: 800, assemble: 7 },
      captureAvgMs: 20,
      peakRssMb: 400,
      videoCount: 2,
      audioCount: 1,
      workers: 2,
      capture: { path: 'beginframe', reason: 'software' },
    });
  });

  it('is nothing where nothing was captured or measured, and never less than nothing', () => {
    const known = [chunk(20, 1, 'one', true)];
    expect(taken({ chunks: known })).toMatchObject({ captureAvgMs: null, peakRssMb: null, audioCount: 0, workers: 0 });
    expect(taken({ record: { ...record, startedAt: null } }).stages.queue).toBe(0);
    // Clocks of two machines may differ.
    const before = taken({ record: { ...record, startedAt: at(-5) }, now: Date.parse(CREATED) - 1_000 });
    expect([before.totalElapsedMs, before.stages.queue]).toEqual([0, 0]);
  });
});

describe('what made a render on a farm', () => {
  const versions = { framefarm: '0.1.0', browser: '153.0', ffmpeg: '5.1' };

  it('is told with what the image of the worker holds', () => {
    const image = { framefarm: '0.1.0', digest: 'd'.repeat(64) } as ImageContent;
    expect(perf({ image }).environment).toEqual({ ...versions, image });
  });

  it('has no image outside of one, nor where an older framefarm planned', () => {
    expect(perf({ image: null }).environment).toEqual({ ...versions, image: null });
    expect(perf({}).environment).toEqual({ ...versions, image: null });
  });
});
