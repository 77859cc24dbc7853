import { describe, expect, it } from 'vitest';
import { type MediaPlan, neededPart } from '../../../libs/render/src/plan/video-span.js';

const FPS = { num: 30, den: 1 };
const INFO = { durationSeconds: 100, video: null, audio: null };

/** Frames `first` to `end` of a composition of 90 s with one clip from 10 s to 80 s. */
const plan = (
  first: number,
  end: number,
  clip: { rate?: number; loop?: boolean; mediaStart?: number } = {},
): MediaPlan =>
  ({
    compositionFrames: 2700,
    encoding: { fps: FPS, format: 'mp4' },
    chunks: [{ firstFrame: first, frames: end - first, leadIn: 0 }],
    videoFrameFormat: 'auto',
    audio: null,
    videos: [{ elementId: 'v', source: 's', start: 10, end: 80, mediaStart: 0, rate: 1, loop: false, ...clip }],
  }) as unknown as MediaPlan;

describe('what a part needs of a clip', () => {
  it('begins with the clip where the part does, or before it', () => {
    expect(neededPart(plan(0, 2700), 0, INFO)).toEqual({ first: 1, seconds: 70 });
    expect(neededPart(plan(300, 600), 0, INFO)).toMatchObject({ first: 1 });
  });

  it('begins shortly before a part that begins late, in steps that near parts share', () => {
    // 50 s of the clip have passed: picture 1501 is the first that shows.
    expect(neededPart(plan(1800, 2100), 0, INFO)?.first).toBe(1351);
    expect(neededPart(plan(1830, 2100), 0, INFO)?.first).toBe(1501);
    expect(neededPart(plan(1930, 2100), 0, INFO)?.first).toBe(1501);
  });

  it('follows the rate of the clip, and is all of a source that repeats', () => {
    expect(neededPart(plan(1830, 2100, { rate: 2 }), 0, INFO)).toMatchObject({ first: 3001 });
    expect(neededPart(plan(1830, 2100, { loop: true }), 0, INFO)).toEqual({ first: 1, seconds: 100 });
    expect(neededPart(plan(0, 2700, { rate: 2 }), 0, INFO)?.seconds).toBe(140);
    expect(neededPart(plan(1830, 2100, { loop: true, mediaStart: 30 }), 0, INFO)?.seconds).toBe(70);
  });

  it('is as much as is played of a repeating source that does not tell its length', () => {
    const unknown = { ...INFO, durationSeconds: null };
    const late = plan(1800, 2100, { loop: true, rate: 2, mediaStart: 200 });
    // It ends at 70 s and a frame, 60 s into the clip.
    expect(neededPart(late, 0, unknown)).toEqual({ first: 1, seconds: expect.closeTo(120 + 2 / 30, 9) });
  });

  it('counts pictures and steps of a rational rate', () => {
    const ntsc = { ...plan(1800, 2100), encoding: { fps: { num: 30_000, den: 1001 }, format: 'mp4' } } as MediaPlan;
    // 50.06 s of the clip have passed, 1500 pictures less two; a step has 150.
    expect(neededPart(ntsc, 0, INFO)?.first).toBe(1351);
  });

  it('is that of all chunks, whatever their order and what each draws before its own, with one frame more than the last', () => {
    const whole = {
      ...plan(1830, 2100),
      chunks: [
        { firstFrame: 2000, frames: 100, leadIn: 0 },
        { firstFrame: 1830, frames: 170, leadIn: 0 },
      ],
    };
    // It ends at 70 s, 60 s into the clip.
    expect(neededPart(whole, 0, INFO)).toEqual({ first: 1501, seconds: expect.closeTo(60 + 1 / 30, 9) });
    expect(neededPart(plan(1830, 2100), 0, INFO)).toEqual(neededPart(whole, 0, INFO));
    const led = { ...whole, chunks: whole.chunks.map((chunk) => ({ ...chunk, leadIn: 30 })) };
    expect(neededPart(led, 0, INFO)?.first).toBe(1351);
    // Nothing follows the last frame of the composition.
    const toItsEnd = { ...plan(1830, 2100), compositionFrames: 2100 };
    expect(neededPart(toItsEnd, 0, INFO)?.seconds).toBeCloseTo(60, 9);
  });

  it('is nothing where the part shows nothing of it', () => {
    expect(neededPart(plan(0, 299), 0, INFO)).toBeNull();
    expect(neededPart(plan(0, 300), 0, INFO)).toEqual({ first: 1, seconds: expect.any(Number) });
    expect(neededPart(plan(2450, 2700), 0, INFO)).toBeNull();
  });
});
