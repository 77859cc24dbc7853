import type { ImageContent } from '@framefarm/contract';
import type { RenderRecord } from '@framefarm/farm';
import type { PreparedStep } from '@framefarm/render';
import { describe, expect, it } from 'vitest';
import { renderPerf } from '../../../apps/worker/src/coordinator/perf.js';

const CREATED = '2026-01-01T00:00:00Z';
const record = { createdAt: CREATED, startedAt: CREATED } as RenderRecord;
const prepared = {
  plan: { videos: [], audio: null, capture: { path: 'beginframe', reason: 'software' } },
  versions: { framefarm: '0.1.0', node: '24.0.0', browser: '153.0', ffmpeg: '5.1' },
} as unknown as PreparedStep;
const perf = (more: Partial<PreparedStep>) =>
  renderPerf({ record, steps: [], chunks: [], prepared: { ...prepared, ...more }, now: Date.parse(CREATED) + 1000 });

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
