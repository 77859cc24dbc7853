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
    reportPart({ encoding: { firstFrame }, frames, compositionFrames: 30 } as RenderPlan, report);
    expect(report.notices).toEqual([{ code: 'partial_render', message }]);
  });
});
