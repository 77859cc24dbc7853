import { describe, expect, it } from 'vitest';
import { capturePaths } from '../../../bench/contestants/framefarm.ts';
import { readFlags } from '../../../bench/flags.ts';
import { benchSeconds, withoutMuxer } from '../../../bench/limit/ffmpeg-cost.ts';
import { type Attempt, fastest } from '../../../bench/measure/rounds.ts';
import { colourError, limitedBt709 } from '../../../bench/quality/colours.ts';
import { parseLikeness } from '../../../bench/quality/likeness.ts';
import { sampledFrames } from '../../../bench/quality/sampled-frames.ts';
import { BAR_CASES, CASES, framesOf } from '../../../bench/scenes/cases.ts';
import { PATCHES, patchCentre } from '../../../bench/scenes/flat.ts';
import { slideTexts } from '../../../bench/scenes/slides.ts';

describe('the cases', () => {
  it('have distinct names, and those with a bar a stretch above it', () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    for (const { speed } of BAR_CASES) expect(speed?.stretch).toBeGreaterThan(speed?.bar ?? Number.POSITIVE_INFINITY);
  });
  it('count the frames of all rows', () => {
    expect(CASES.filter(({ name }) => ['motion-1080p', 'batch-720p'].includes(name)).map(framesOf)).toEqual([300, 600]);
  });
  it('are pages of the length that is asked for', () => {
    for (const item of CASES) {
      const html = item.scene.page({ ...item, seconds: 7 });
      expect(html).toContain('data-duration="7"');
      expect(html).toContain(`data-width="${item.width}" data-height="${item.height}"`);
    }
    expect(slideTexts(12)).toHaveLength(3);
  });
});

describe('the flags', () => {
  it('choose cases and shorten them', () => {
    expect(readFlags(['--scene', 'motion-4k', '--seconds', '2']).cases).toMatchObject([
      { name: 'motion-4k', seconds: 2 },
    ]);
    expect(readFlags([]).cases).toBe(BAR_CASES);
    expect(readFlags([]).runs).toBe(5);
  });
  it('name what they do not know', () => {
    expect(() => readFlags(['--scene', 'moton'])).toThrow('motion-1080p');
    expect(() => readFlags(['--runs', '0'])).toThrow('--runs 0');
    expect(() => readFlags(['--limit-only', '--no-limit'])).toThrow('exclude each other');
  });
});

describe('what programs print', () => {
  it('names the ways of capture of every row', () => {
    const line = (path: string): string => JSON.stringify({ type: 'render-complete', capture: { path } });
    expect(capturePaths(`${line('surface')}\n${line('beginframe')}\n${line('surface')}\n`)).toBe('beginframe, surface');
    expect(capturePaths('nothing')).toBeNull();
  });
  it('is read for times', () => {
    expect(benchSeconds('x\nbench: utime=1.250s stime=0.250s rtime=1.000s\n')).toBe(1.5);
    expect(() => benchSeconds('')).toThrow('told no times');
  });
  it('is read for likeness', () => {
    const log = (psnr: string): string =>
      `PSNR r:1 g:2 b:3 average:${psnr} min:1 max:2\nSSIM Y:0.98 (17) U:0.9 (10) V:0.9 (10) All:0.93 (11)\n`;
    expect(parseLikeness(log('41.25'))).toEqual({ psnrDb: 41.25, ssim: 0.98 });
    expect(parseLikeness(log('inf')).psnrDb).toBe(Number.POSITIVE_INFINITY);
    expect(() => parseLikeness('')).toThrow('compared nothing');
  });
});

it('the fastest attempt is one that succeeded', () => {
  const attempt = (label: string, wallSeconds: number | null): Attempt => ({
    settings: { label, args: [], env: {} },
    first:
      wallSeconds === null
        ? null
        : { exitCode: 0, wallSeconds, cpuSeconds: {}, peakBytes: null, stdout: '', stderr: '' },
    failure: wallSeconds === null ? 'gone' : null,
  });
  expect(fastest([attempt('a', 3), attempt('b', null), attempt('c', 2)])?.settings.label).toBe('c');
  expect(fastest([attempt('b', null)])).toBeUndefined();
});

it('encoder options lose what belongs to a container', () => {
  expect(withoutMuxer(['-crf', '18', '-video_track_timescale', '15360', '-f', 'mp4'])).toEqual(['-crf', '18']);
});

it('compared frames are spread over the whole', () => {
  expect(sampledFrames(300, 3)).toEqual([50, 150, 250]);
  expect(sampledFrames(2, 8)).toEqual([0, 1]);
});

describe('flat colours', () => {
  it('are those of BT.709 in limited range', () => {
    expect(limitedBt709('#000000')).toEqual([16, 128, 128]);
    expect(limitedBt709('#ffffff')).toEqual([235, 128, 128]);
    expect(limitedBt709('#ff0000')).toEqual([63, 102, 240]);
    expect(limitedBt709('#0000ff')).toEqual([32, 240, 118]);
  });
  it('show the wrong matrix and the patch that suffers most', () => {
    const size = { width: 96, height: 64 };
    const frame = new Uint8Array(size.width * size.height * 1.5);
    const put = (index: number, levels: readonly number[]): void => {
      const { x, y } = patchCentre(index, size);
      const chroma = Math.floor(y / 2) * 48 + Math.floor(x / 2);
      frame.set([levels[0] ?? 0], y * 96 + x);
      frame.set([levels[1] ?? 0], 96 * 64 + chroma);
      frame.set([levels[2] ?? 0], 96 * 64 + 48 * 32 + chroma);
    };
    for (const [index, patch] of PATCHES.entries()) put(index, limitedBt709(patch));
    expect(colourError(frame, size).worst).toBe(0);
    // Red by BT.601.
    put(PATCHES.indexOf('#ff0000'), [81, 90, 240]);
    expect(colourError(frame, size)).toEqual({ worst: 18, patch: '#ff0000' });
  });
});
