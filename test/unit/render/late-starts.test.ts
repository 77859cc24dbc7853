import type { MediaInfo, PageReport } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { Report } from '../../../libs/render/src/run/report.js';
import { reportLateStarts } from '../../../libs/render/src/stage/page-findings.js';

it('names what begins where its source is over', () => {
  const source: MediaInfo = { durationSeconds: 2.5, video: null, audio: null };
  const element = (elementId: string, mediaStart: number) => ({ elementId, mediaStart, source: '/a.mp4' });
  const page = {
    videos: [element('early', 2.4), element('late', 99)],
    audio: [element('late', 99), element('song', 2.5)],
  } as unknown as PageReport;
  const report = new Report(undefined);
  reportLateStarts(page, { '/a.mp4': source }, report);
  expect(report.notices).toEqual([
    {
      code: 'media_start_after_end',
      message:
        '"late" begins at 99 s of a source of 2.5 s: its last picture is held; "song" begins at 2.5 s of a source of 2.5 s: nothing is heard of it',
    },
  ]);
});
