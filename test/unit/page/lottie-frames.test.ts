import { describe, expect, it } from 'vitest';
import { type LottiePace, lottieFrame, passesOver } from '../../../libs/page/src/sources/libraries/lottie-frames.js';

const playing = { raw: 0, at: 0, isPlaying: true };
const pace: LottiePace = { frames: 60, perSecond: 30, loop: false };

describe('the frame of a Lottie animation', () => {
  it('goes with the time from where it began to play, and stands a hair before the end', () => {
    const later = { raw: 10, at: 1, isPlaying: true };
    expect([0, 1, 1.5, 9].map((seconds) => lottieFrame(later, pace, seconds))).toEqual([10, 10, 25, 59.999]);
  });
  it('is where it was put while it does not play', () => {
    expect(lottieFrame({ raw: 12.5, at: 0, isPlaying: false }, pace, 5)).toBe(12.5);
  });
  it('begins anew for ever, or as often as it is told after the first pass', () => {
    const shown = (loop: boolean | number) => [1.5, 2.5, 4.5].map((at) => lottieFrame(playing, { ...pace, loop }, at));
    expect(shown(true)).toEqual([45, 15, 15]);
    expect(shown(1)).toEqual([45, 15, 59.999]);
    expect(shown(0)).toEqual([45, 59.999, 59.999]);
  });
  it('goes backwards, from the end where it repeats', () => {
    const back = { ...pace, perSecond: -30 };
    expect(lottieFrame({ ...playing, raw: 50 }, back, 1)).toBe(20);
    expect(lottieFrame(playing, back, 1)).toBe(0);
    expect(lottieFrame(playing, { ...back, loop: true }, 1.5)).toBe(15);
  });
  it('knows no end while its data has not come', () => {
    expect(lottieFrame(playing, { ...pace, frames: 0 }, 1)).toBe(30);
  });
});

describe('passes of a Lottie animation', () => {
  const over = (changed: Partial<LottiePace>, ...times: number[]) =>
    times.map((at) => passesOver(playing, { ...pace, ...changed }, at));
  it('are over one by one, the last with the beginning of its last frame', () => {
    expect(over({}, 0, 1.9, 1.97, 5)).toEqual([0, 0, 1, 1]);
    expect(over({ loop: 1 }, 1.97, 2, 3.97)).toEqual([0, 1, 2]);
    expect(over({ loop: true }, 1.97, 4)).toEqual([0, 2]);
  });
  it('are over backwards at the first frame, and not where it stands', () => {
    expect(over({ perSecond: -30 }, 0, 0.1)).toEqual([0, 1]);
    expect(passesOver({ ...playing, raw: 60, isPlaying: false }, pace, 9)).toBe(0);
  });
});
