import {
  asFramefarmError,
  ERRORS,
  FramefarmError,
  frameAtOrAfter,
  frameCount,
  framesDuration,
  frameTime,
  MAX_FRAMES,
  refusedWarnings,
  tooManyFrames,
  type Warning,
} from '@framefarm/contract';
import { describe, expect, it } from 'vitest';

const fps30 = { num: 30, den: 1 };
const ntsc = { num: 30000, den: 1001 };

describe('frame clock', () => {
  it.each([
    [4.01, fps30, 121],
    [3, ntsc, 90],
    [3.75, { num: 25, den: 1 }, 94],
    [1, fps30, 30],
    [1 / 30, fps30, 1],
    [0.0001, fps30, 1],
    [10, { num: 240, den: 1 }, 2400],
    // Within a thousandth of a frame of a whole number it is that number, above as below.
    [3.00003, fps30, 90],
    [2.99997, fps30, 90],
    [3.00004, fps30, 91],
    [2.9999, fps30, 90],
    [1001 / 30, ntsc, 1000],
  ])('%f s gives the right number of frames', (seconds, fps, frames) => expect(frameCount(seconds, fps)).toBe(frames));

  it('gives sound the length of the picture', () => {
    expect(framesDuration(121, fps30)).toBeCloseTo(4.0333, 4);
  });

  it('costs no frame for binary rounding noise', () => {
    expect(frameAtOrAfter(0.30000000000000004, fps30)).toBe(9);
    expect(frameAtOrAfter(0.5, fps30)).toBe(15);
    expect(frameAtOrAfter(1, ntsc)).toBe(30);
  });

  it('ends at a million frames', () => {
    const most = MAX_FRAMES / 30;
    expect([MAX_FRAMES, tooManyFrames(most, fps30)]).toEqual([1_000_000, null]);
    expect(tooManyFrames(most + 1, fps30)).toMatch(/ s are 1000030 frames; a render has at most 1000000$/);
  });

  it('is exact for rational rates', () => {
    expect(frameTime(30000, ntsc)).toBe(1001);
  });
});

describe('gates', () => {
  const warning = (code: Warning['code']): Warning => ({ code, message: '', stage: 'capture' });
  const all = [
    warning('script_error'),
    warning('media_load_failed'),
    warning('font_unresolved'),
    warning('variable_issue'),
  ];
  it.each([
    [{ strict: 'off', bestEffort: true }, []],
    [{ strict: 'strict', bestEffort: true }, ['script_error', 'font_unresolved']],
    [{ strict: 'off', bestEffort: false }, ['media_load_failed', 'font_unresolved']],
    [{ strict: 'all', bestEffort: true }, ['script_error', 'media_load_failed', 'font_unresolved', 'variable_issue']],
  ] as const)('%o', (gates, codes) => expect(refusedWarnings(all, gates).map((w) => w.code)).toEqual(codes));
});

describe('errors', () => {
  it('keep their code when wrapped, and name a full disk', () => {
    const error = new FramefarmError('CAPTURE_STALLED', 'x');
    expect(asFramefarmError(error)).toBe(error);
    expect(asFramefarmError(Object.assign(new Error('write'), { code: 'ENOSPC' })).code).toBe('DISK_FULL');
    expect(asFramefarmError('odd').code).toBe('INTERNAL_ERROR');
  });
  it('all say what to do', () => {
    for (const entry of Object.values(ERRORS)) expect(entry.hint).toMatch(/\.$/);
  });
});
