/** A plan of encoding for tests that only care about some of it. */
import type { EncodingPlan } from '@framefarm/contract';

export function encodingPlan(overrides: Partial<EncodingPlan> = {}): EncodingPlan {
  return {
    format: 'mp4',
    quality: 'standard',
    crf: 18,
    videoBitrate: null,
    vp9CpuUsed: 5,
    gifLoop: 0,
    width: 256,
    height: 64,
    fps: { num: 30, den: 1 },
    firstFrame: 0,
    threads: 1,
    ...overrides,
  };
}
