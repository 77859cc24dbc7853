import { type Fps, type FramefarmError, MAX_FRAMES, type OutputFormat } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { planChunks } from '../../../libs/render/src/plan/chunks.js';
import {
  autoLanes,
  decideLanes,
  isLowMemory,
  type LaneInput,
  lanesByFrames,
  lanesTogether,
  mostLanes,
} from '../../../libs/render/src/plan/lanes.js';
import { scaleFor } from '../../../libs/render/src/plan/output-size.js';
import { canonicalJson } from '../../../libs/render/src/plan/plan-id.js';
import { checkTrackClock } from '../../../libs/render/src/plan/track-clock.js';

const GIB = 1024 ** 3;
const input = (changes: Partial<LaneInput>): LaneInput => ({
  asked: 'auto',
  rendersAtOnce: 1,
  cores: 8,
  frames: 900,
  chunks: 12,
  shareChunks: false,
  sequential: false,
  freeBytes: 16 * GIB,
  laneBytes: 256 * 1024 ** 2,
  lowMemory: false,
  ...changes,
});

describe('chunks', () => {
  const lengths = (frames: number, aim?: number): number[] => planChunks(frames, 7, aim).map((chunk) => chunk.frames);

  it.each([1, 2, 29, 224, 225, 226, 300, 449, 450, 600, 899, 900, 1000, 18_001, 1_000_000])(
    'cover %i frames once, in order',
    (frames) => {
      let next = 0;
      for (const chunk of planChunks(frames)) {
        expect(chunk.firstFrame).toBe(next);
        expect(chunk.frames).toBeGreaterThan(0);
        next += chunk.frames;
      }
      expect(next).toBe(frames);
    },
  );

  it.each([
    [224, [224]],
    [225, [112, 113]],
    [300, [150, 150]],
    [449, [224, 225]],
    [600, [150, 150, 150, 150]],
  ])('of %i frames are %j: few key frames, equal shares for two lanes', (frames, expected) => {
    expect(lengths(frames)).toEqual(expected);
  });

  it('are never so short that their warm-up counts, nor so long that x264 begins anew within them', () => {
    for (let frames = 1; frames < 3000; frames += 1) {
      expect(Math.min(...lengths(frames))).toBeGreaterThanOrEqual(Math.min(37, frames));
      expect(Math.max(...lengths(frames))).toBeLessThan(250);
    }
  });

  it('follow the length that is aimed at', () => {
    expect(lengths(120, 30)).toEqual([30, 30, 30, 30]);
    expect(lengths(90, 45)).toEqual([45, 45]);
  });
});

describe('the clock of an mp4', () => {
  const uneven = { num: 27_021_600, den: 901_019 };
  const refusal = (format: OutputFormat, frames: number, fps: Fps) => {
    try {
      checkTrackClock(format, frames, fps);
      return null;
    } catch (error) {
      return (error as FramefarmError).message;
    }
  };

  it('counts the most frames of every usual rate', () => {
    for (const num of [24, 25, 30, 50, 60, 120, 240]) expect(refusal('mp4', MAX_FRAMES, { num, den: 1 })).toBeNull();
    for (const num of [24_000, 30_000, 60_000, 120_000])
      expect(refusal('mov', MAX_FRAMES, { num, den: 1001 })).toBeNull();
  });

  it('ends where the ticks of a rate do, which is said before anything is captured', () => {
    expect(refusal('mp4', 4766, uneven)).toBeNull();
    expect(refusal('mp4', 4767, uneven)).toContain('4767 frames at 27021600/901019 frames/s');
    expect(refusal('webm', 4767, uneven)).toBeNull();
  });
});

describe('chunks of very few frames, as tests ask for', () => {
  it.each([
    [24, 3],
    [20, 1],
    [3, 1],
    [5, 2],
  ])('%i of about %i have one at least: an encoder without pictures fails', (frames, aim) => {
    const lengths = planChunks(frames, 0, aim).map((chunk) => chunk.frames);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(frames);
  });
});

describe('the end of a long render', () => {
  it('is cut finer, so that no lane waits long for the last chunk of another', () => {
    const lengths = planChunks(1800, 7).map((chunk) => chunk.frames);
    expect(lengths.slice(-4)).toEqual([37, 38, 37, 38]);
    expect(lengths.slice(0, -4)).toEqual(Array.from({ length: 11 }, () => 150));
  });

  it('comes after chunks as near to the length that is aimed at as can be', () => {
    expect(planChunks(900).map((chunk) => chunk.frames)).toEqual([150, 150, 150, 150, 150, 37, 38, 37, 38]);
    expect(planChunks(1000).map((chunk) => chunk.frames)).toEqual([141, 142, 142, 141, 142, 142, 37, 38, 37, 38]);
  });

  it('is that of a short one below 30 s at 30 fps', () => {
    const lengths = planChunks(899).map((chunk) => chunk.frames);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
  });
});

describe('lanes', () => {
  it.each([
    [8, 6],
    [12, 10],
    [4, 2],
    [2, 1],
    [1, 1],
    [64, 24],
  ])('auto takes %i cores to %i lanes', (cores, lanes) => expect(autoLanes(cores)).toBe(lanes));

  it.each([
    ['cores', {}, 6],
    ['frames', { frames: 59, chunks: 1 }, 1],
    ['frames', { frames: 149, chunks: 4 }, 1],
    ['frames', { frames: 150, chunks: 4 }, 2],
    ['frames', { frames: 180, chunks: 1 }, 1],
    ['frames', { frames: 300, chunks: 2, shareChunks: true }, 4],
    ['cores', { frames: 450, chunks: 1, shareChunks: true }, 6],
    ['frames', { asked: 6, frames: 95, chunks: 4 }, 3],
    ['frames', { asked: 6, frames: 95, chunks: 1, shareChunks: true }, 3],
    ['asked', { asked: 6, frames: 180, chunks: 1, shareChunks: true }, 6],
    ['frames', { frames: 59, chunks: 1, shareChunks: true }, 1],
    ['memory', { freeBytes: 2 * GIB }, 4],
    ['low-memory mode', { lowMemory: true }, 1],
    ['requestAnimationFrame loop', { sequential: true }, 1],
    ['asked', { asked: 3 }, 3],
    ['cores', { rendersAtOnce: 2 }, 3],
    ['cores', { rendersAtOnce: 20 }, 1],
    ['memory', { rendersAtOnce: 2, freeBytes: 2 * GIB }, 2],
    ['asked', { asked: 3, rendersAtOnce: 3 }, 3],
    ['memory', { asked: 20, freeBytes: GIB, chunks: 100, frames: 9000 }, 2],
    ['asked', { asked: 2, lowMemory: true, sequential: true }, 2],
    ['what came before', { asked: 2, inOrder: true }, 1],
  ] as const)('%s decides for %o', (reason, changes, lanes) => {
    expect(decideLanes(input(changes))).toMatchObject({ lanes, reason });
  });

  it.each([
    [1, 1],
    [59, 1],
    [60, 2],
    [89, 2],
    [90, 3],
  ])('are kept busy by %i frames up to %i', (frames, lanes) => expect(lanesByFrames(frames)).toBe(lanes));

  it.each([
    ['auto', 2, 9000, 1],
    ['auto', 8, 9000, 6],
    ['auto', 8, 149, 1],
    ['auto', 8, 150, 2],
    [2, 2, 59, 1],
    [2, 2, 60, 2],
    [6, 2, 95, 3],
    [1, 8, 9000, 1],
  ] as const)('asked as %s on %i cores are at most those that %i frames keep busy: %i', (asked, cores, frames, lanes) =>
    expect(mostLanes(asked, cores, frames)).toBe(lanes),
  );

  it('are one at 4 GB of memory or less, unless somebody says otherwise', () => {
    expect([4 * GIB, 4 * GIB + 1].map((bytes) => isLowMemory(null, bytes))).toEqual([true, false]);
    expect([isLowMemory(false, GIB), isLowMemory(true, 64 * GIB)]).toEqual([false, true]);
  });

  it('tell how many more the free memory has room for, also none', () => {
    expect(decideLanes(input({ freeBytes: 2 * GIB }))).toMatchObject({ lanes: 4, room: 4 });
    expect(decideLanes(input({ freeBytes: GIB / 4 }))).toMatchObject({ lanes: 1, room: 0 });
  });

  it.each([
    [{}, 6],
    [{ cores: 2 }, 1],
    [{ cores: 2, rendersAtOnce: 3 }, 3],
    [{ rendersAtOnce: 2 }, 6],
    [{ lowMemory: true, rendersAtOnce: 2 }, 2],
    [{ asked: 3, rendersAtOnce: 2 }, 6],
    [{ asked: 3, lowMemory: true }, 3],
  ] as const)('of renders side by side are together, for %o, %i', (changes, lanes) => {
    expect(lanesTogether(input(changes))).toBe(lanes);
  });
});

describe('--resolution', () => {
  it('scales by whole factors only', () => {
    expect(scaleFor(1920, 1080, null)).toBe(1);
    expect(scaleFor(1920, 1080, '4k')).toBe(2);
    expect(scaleFor(640, 360, '1080p')).toBe(3);
    expect(() => scaleFor(1080, 1920, '4k')).toThrow(
      /"4k" \(3840x2160\) is no whole multiple of the composition's 1080x1920/,
    );
    expect(() => scaleFor(1280, 720, 'hd')).toThrow(/no whole multiple of the composition's 1280x720/);
  });

  it.each([
    ['landscape', 960, 540, 2],
    ['1080p', 1920, 1080, 1],
    ['hd', 480, 270, 4],
    ['landscape-4k', 1920, 1080, 2],
    ['4k', 1280, 720, 3],
    ['uhd', 3840, 2160, 1],
    ['portrait', 540, 960, 2],
    ['portrait-4k', 1080, 1920, 2],
    ['square', 1080, 1080, 1],
    ['square-4k', 1080, 1080, 2],
  ])('%s is %ix%i by factor %i', (preset, width, height, factor) => {
    expect(scaleFor(width, height, preset)).toBe(factor);
  });

  it('is refused with the presets that would fit', () => {
    const hintOf = (width: number, height: number, preset: string): string => {
      try {
        scaleFor(width, height, preset);
      } catch (error) {
        return (error as { hint: string }).hint;
      }
      return '';
    };
    expect(hintOf(540, 960, 'landscape')).toBe('Presets that fit: portrait (1080x1920), portrait-4k (2160x3840).');
    expect(hintOf(1280, 720, 'square')).toMatch(/^Presets that fit: landscape-4k \(3840x2160\), 4k /);
    expect(hintOf(1000, 700, '4k')).toBe('Leave --resolution out: no preset fits this size.');
  });
});

it('a plan hashes the same whatever the order of its keys', () => {
  expect(canonicalJson({ b: [1, { d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[1,{"d":1}]}');
});
