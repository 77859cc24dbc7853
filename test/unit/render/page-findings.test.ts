/** What is said of a page besides its pictures. */
import type { RenderPlan } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { Report } from '../../../libs/render/src/run/report.js';
import { reportPart } from '../../../libs/render/src/stage/page-findings.js';

describe('a render of a part', () => {
  it.each([
    [5, 1, 'frame 5 of 30 (0 to 29) is rendered'],
    [5, 2, 'frames 5 to 6 of 30 (0 to 29) are rendered'],
  ])('from frame %d of %d is told', (firstFrame, frames, message) => {
    const report = new Report(undefined);
    const chunks = [{ index: 0, firstFrame, frames, leadIn: 0 }];
    const plan = { encoding: { firstFrame }, frames, compositionFrames: 30 } as RenderPlan;
    reportPart({ ...plan, chunks }, { keeps: null }, report);
    expect(report.notices).toEqual([{ code: 'partial_render', message }]);
    expect(report.warnings).toEqual([]);
  });

  it.each([
    ['not all frames before it', 1801, 1800, ['frames_before_skipped']],
    ['all of them', 1800, 1800, []],
  ])('of a page that may keep something, before which it goes through %s', (_, firstFrame, leadIn, codes) => {
    const report = new Report(undefined);
    const plan = { encoding: { firstFrame }, frames: 9, compositionFrames: 3000 } as RenderPlan;
    reportPart({ ...plan, chunks: [{ index: 0, firstFrame, frames: 9, leadIn }] }, { keeps: 'callbacks' }, report);
    expect(report.warnings.map(({ code }) => code)).toEqual(codes);
  });

  it('that begins again by one lane goes through all frames before, and is warned of none', () => {
    const report = new Report(undefined);
    const plan = { encoding: { firstFrame: 2000 }, frames: 9, compositionFrames: 3000 } as RenderPlan;
    for (const leadIn of [1800, 2000]) {
      const chunks = [{ index: 0, firstFrame: 2000, frames: 9, leadIn }];
      reportPart({ ...plan, chunks }, { keeps: 'callbacks' }, report);
    }
    expect(report.warnings).toEqual([]);
  });
});
