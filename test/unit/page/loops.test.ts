/** Loops of videos keep the time of their sound (reference: composition-format 9.1). */
import { describe, expect, it } from 'vitest';
import { passPictures, pictureNumber } from '../../../libs/page/src/media/picture-number.js';

const FPS = { num: 30, den: 1 };
const NTSC = { num: 30_000, den: 1001 };

function shown(frame: number, seconds: number | null, count: number, { rate = 1, fps = FPS, start = 0 } = {}): number {
  return pictureNumber({ start, rate, loop: true, count, pass: passPictures(seconds, count, fps) }, frame, fps);
}

describe('a loop of a video', () => {
  it('begins its passes when its source ends, also after an hour', () => {
    // 2.002 s: pass 1799 begins at 3601.598 s, frame 108047.94.
    expect(shown(108_047, 2.002, 61)).toBe(60);
    expect(shown(108_048, 2.002, 61)).toBe(1);
    expect(shown(108_049, 2.002, 61)).toBe(2);
  });

  it.each([
    [FPS, 2 / 3, 20],
    [FPS, 0.666667, 20],
    [FPS, 0.666666, 20],
    [FPS, 1 / 30, 1],
    [NTSC, 1.001, 30],
    [NTSC, 2.002, 60],
    [{ num: 24_000, den: 1001 }, 1.001, 24],
  ])('has each picture once in each pass where they fit (%j, %f s)', (fps, seconds, count) => {
    for (let frame = 0; frame < 5000; frame++) expect(shown(frame, seconds, count, { fps })).toBe(1 + (frame % count));
  });

  it('counts source seconds at its rate, from its start', () => {
    expect(shown(45, 1, 30, { rate: 2, start: 0.5 })).toBe(1);
    expect(shown(46, 1, 30, { rate: 2, start: 0.5 })).toBe(3);
    expect(shown(29, 1, 30, { rate: 0.5 })).toBe(15);
  });

  it('holds its last picture while the sound of its source goes on', () => {
    expect(shown(50, 1.7, 45)).toBe(45);
    expect(shown(51, 1.7, 45)).toBe(1);
  });

  it('takes its pictures for a pass where its source tells no length', () => {
    expect(shown(25, null, 20)).toBe(6);
    expect(shown(25, 0, 20)).toBe(6);
  });
});

it('a video without a loop holds its last picture, also where its source tells of a shorter pass', () => {
  const clip = { start: 0.5, rate: 1, loop: false, count: 20, pass: 15 };
  expect([0, 15, 30, 34, 35, 900].map((frame) => pictureNumber(clip, frame, FPS))).toEqual([1, 1, 16, 20, 20, 20]);
});
