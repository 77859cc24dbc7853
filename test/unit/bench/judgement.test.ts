import { describe, expect, it } from 'vitest';
import { judgeCase, judgeColours, judgeScale, type Verdict } from '../../../bench/report/judge.ts';
import { distanceToLimit, speedRatio } from '../../../bench/report/ratio.ts';
import type { CaseResult, LimitRound, ProgramResult, Results, SeriesResult } from '../../../bench/report/results.ts';
import { withCase, withLimit } from '../../../bench/report/results.ts';
import { table, verdicts } from '../../../bench/report/table.ts';
import { BAR_CASES, type Case } from '../../../bench/scenes/cases.ts';

const motion = BAR_CASES[0] as Case;

const series = (wall: number, more: Partial<SeriesResult> = {}): SeriesResult => ({
  settings: 'defaults',
  wallSeconds: { median: wall, min: wall - 1, max: wall + 1 },
  cpuMsPerFrame: { node: 10, encoder: 30 },
  peakMiB: 500,
  outputBytes: 1024,
  path: 'surface',
  psnrDb: 40,
  ssim: 0.99,
  ...more,
});
const program = (name: string, defaults: SeriesResult, best = defaults): ProgramResult => ({
  program: name,
  defaults,
  best,
  tried: [],
});
const result = (programs: readonly ProgramResult[], more: Partial<CaseResult> = {}): CaseResult => ({
  name: motion.name,
  frames: 300,
  seconds: 10,
  width: 1920,
  height: 1080,
  fps: 30,
  format: 'mp4',
  quality: 'standard',
  load: { before: 0, after: 2 },
  programs,
  limit: null,
  ...more,
});
const stamp = {
  date: '2026-01-01T00:00:00.000Z',
  versions: {},
  machine: { cpu: 'some', cores: 2, memoryMiB: 1024, system: 'Linux' },
  runs: 5,
};
const byName = (all: readonly Verdict[], what: string): Verdict | undefined =>
  all.find((verdict) => verdict.what.startsWith(what));

describe('the ratio that counts', () => {
  it('is the lower one of defaults against defaults and best against best', () => {
    const ours = program('framefarm', series(10), series(9));
    expect(speedRatio(ours, program('hyperframes', series(30), series(18)))).toEqual({
      peer: 'hyperframes',
      defaults: 3,
      best: 2,
      counts: 2,
    });
    expect(speedRatio(ours, program('hyperframes', series(20), series(20))).counts).toBe(2);
  });
  it('takes the defaults of either program for its best where they were faster when counted', () => {
    expect(speedRatio(program('framefarm', series(10), series(11)), program('hyperframes', series(30))).best).toBe(3);
    expect(speedRatio(program('framefarm', series(10)), program('hyperframes', series(30), series(33))).best).toBe(3);
  });
});

describe('the distance to the limit', () => {
  const round = (drawingMs: number, renderMs: number): LimitRound => ({
    ...{ drawingMs, renderMs, encodingMs: 5 * drawingMs, encodingOwnFormatMs: 4 * drawingMs },
  });
  const limit = { framefarm: '1', date: stamp.date, rounds: [round(6, 40), round(12, 80), round(30, 40)] };

  it('is drawing and encoding by themselves over all CPU of the render before, the median of the rounds', () => {
    expect(distanceToLimit(result([], { limit }))).toEqual({ share: 0.9, withoutConversion: 0.75 });
    expect(distanceToLimit(result([]))).toBeNull();
  });

  it('can be measured anew by itself, of a case that has results', () => {
    const kept = withCase({ cases: {}, colours: [] }, result([program('framefarm', series(10))]), stamp);
    const { [motion.name]: again } = withLimit(kept, motion.name, limit).cases;
    expect(again).toEqual({ ...kept.cases[motion.name], limit });
    expect(() => withLimit(kept, 'other', limit)).toThrow('other: no results yet');
  });
});

describe('the judgement of a case', () => {
  it('asks for the speed of the table and says when it went beyond', () => {
    const against = (theirs: number) =>
      byName(
        judgeCase(motion, result([program('framefarm', series(10)), program('hyperframes', series(theirs))])),
        'speed',
      );
    expect(against(24)).toMatchObject({ met: false, stretch: false, asked: 2.5 });
    expect(against(26)).toMatchObject({ met: true, stretch: false });
    expect(against(30)).toMatchObject({ met: true, stretch: true });
  });
  it('asks for no more memory, no larger file and no worse picture than the peer', () => {
    const ours = program('framefarm', series(10, { peakMiB: 501, outputBytes: 1025, psnrDb: 39.9, ssim: 0.98 }));
    const all = judgeCase(motion, result([ours, program('hyperframes', series(30))]));
    expect(all.filter(({ met }) => met === false).map(({ what }) => what.split(' ')[0])).toEqual([
      'peak',
      'PSNR',
      'SSIM',
      'file',
    ]);
  });
  it('asks for flat colours within one level, of framefarm alone', () => {
    const colours = [
      { program: 'framefarm', worst: 2, patch: '#ff0000' },
      { program: 'hyperframes', worst: 9, patch: '#ff0000' },
    ];
    expect(judgeColours(colours)).toMatchObject([{ measured: 2, met: false }]);
  });
  it('compares lanes and lengths over several cases', () => {
    const alone = (name: string, wall: number, frames: number, peakMiB: number): Results['cases'] => ({
      [name]: { ...result([program('framefarm', series(wall, { peakMiB }))], { name, frames }), stamp },
    });
    const cases = {
      ...alone('lanes-1', 18, 300, 500),
      ...alone('lanes-2', 10, 300, 500),
      ...alone('lanes-script-1', 18, 600, 500),
      ...alone('lanes-script-2', 11, 600, 500),
      ...alone('cores-1', 19, 300, 500),
      ...alone('cores-2', 10, 300, 500),
      ...alone('length-60s', 10, 1_800, 500),
      ...alone('length-600s', 120, 18_000, 510),
    };
    expect(judgeScale(cases)).toMatchObject([
      { what: expect.stringContaining('two lanes against one, bound by drawing'), measured: 1.8, met: true },
      { what: expect.stringContaining('bound by layout'), met: false },
      { what: expect.stringContaining('bound by its script alone'), measured: null, met: null },
      { what: expect.stringContaining('on two cores against one on one'), measured: 1.9, met: true },
      { what: expect.stringContaining('cost of a frame'), met: false },
      { what: expect.stringContaining('memory'), met: true },
    ]);
  });
  it('tells what was not measured', () => {
    expect(judgeScale({}).map(({ what, met }) => [what.match(/\((.*)\)/)?.[1], met])).toEqual([
      ['lanes-1, lanes-2', null],
      ['lanes-script-1, lanes-script-2', null],
      ['lanes-computed-1, lanes-computed-2', null],
      ['cores-1, cores-2', null],
      ['length-60s, length-600s', null],
      ['length-60s, length-600s', null],
    ]);
    expect(judgeColours([])).toMatchObject([{ met: null }]);
    const alone = judgeCase(motion, result([program('framefarm', series(10))]));
    expect(alone.map(({ what, met }) => [what, met])).toEqual([
      ['speed against hyperframes', null],
      ['speed against remotion', null],
      ['distance to the limit', null],
    ]);
    expect(judgeCase(motion, undefined)).toEqual(alone);
    const unlooked = program('hyperframes', series(30, { peakMiB: null, psnrDb: null, ssim: null }));
    const some = judgeCase(motion, result([program('framefarm', series(10)), unlooked]));
    expect(some.filter(({ met }) => met).map(({ what }) => what.split(' ')[0])).toEqual(['speed', 'file']);
  });
  it('asks nothing of a case that no bar is about', () => {
    const ours = program('framefarm', series(30, { peakMiB: 900, outputBytes: 9_000, psnrDb: 30 }));
    expect(judgeCase({ ...motion, speed: null }, result([ours, program('hyperframes', series(10))]))).toEqual([]);
  });
});

describe('the table', () => {
  const both = result([
    program('framefarm', series(10)),
    program('hyperframes', series(30), series(24, { settings: '--workers 2' })),
  ]);
  const results = withCase({ cases: {}, colours: [] }, both, stamp);
  it('has a line for each program, and one more for settings that were faster than the defaults', () => {
    const lines = table(BAR_CASES, results).split('\n');
    expect(lines).toHaveLength(2 + 3);
    expect(lines[3]).toContain('**2.40** (3.00, 2.40');
    expect(lines[4]).toContain('hyperframes --workers 2');
  });
  it('is judged as a whole', () => {
    expect(verdicts(BAR_CASES, results).met).toBe(false);
    const { text, met } = verdicts(BAR_CASES, { cases: {}, colours: [] });
    expect(met).toBe(true);
    expect(text).toContain('| slides-1080p: speed against remotion | – | 5.000 | not measured |');
    expect(verdicts(BAR_CASES, results).text).toContain('motion-1080p: speed against hyperframes');
  });
  it('takes a case that was measured again in place of the old one', () => {
    const again = withCase(results, result([program('framefarm', series(5))]), stamp);
    expect(Object.keys(again.cases)).toEqual(['motion-1080p']);
    expect(again.cases['motion-1080p']?.programs).toHaveLength(1);
  });
});
