import { FramefarmError } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { stillChunks, wantedFrames } from '../../../libs/render/src/stills/wanted-frames.js';

const FPS = { num: 30, den: 1 };

describe('frames of stills', () => {
  it('are in order and each once, a time standing for the first frame at or after it', () => {
    const places = [{ seconds: 1.5 }, { frame: 45 }, { frame: 3 }, { seconds: 0 }, { seconds: 0.04 }];
    expect(wantedFrames(places, 90, FPS)).toEqual([0, 2, 3, 45]);
  });

  it('must lie in the composition; all that do not are named', () => {
    expect(() => wantedFrames([{ frame: 90 }, { seconds: 1 }, { seconds: 2.99 }], 90, FPS)).toThrow(FramefarmError);
    expect(() => wantedFrames([{ frame: 90 }, { seconds: 2.99 }], 90, FPS)).toThrow(
      'frame 90 lies behind the composition, which has 90 frames at 30 fps, 3 s\n2.99 s lies behind',
    );
  });

  it('are walked in runs of neighbours', () => {
    expect(stillChunks([0, 1, 2, 7, 9], false, { keeps: null })).toEqual([
      { index: 0, firstFrame: 0, frames: 3, leadIn: 0 },
      { index: 1, firstFrame: 7, frames: 1, leadIn: 0 },
      { index: 2, firstFrame: 9, frames: 1, leadIn: 0 },
    ]);
  });

  it('are led by the frames before them, so many at most, where the page may keep something of those', () => {
    expect(stillChunks([0, 7, 8, 5000], false, { keeps: 'callbacks' })).toEqual([
      { index: 0, firstFrame: 0, frames: 1, leadIn: 0 },
      { index: 1, firstFrame: 7, frames: 2, leadIn: 7 },
      { index: 2, firstFrame: 5000, frames: 1, leadIn: 1800 },
    ]);
  });

  it('are walked in one go from frame 0 when pictures depend on earlier ones', () => {
    expect(stillChunks([5, 9], true, { keeps: null })).toEqual([{ index: 0, firstFrame: 5, frames: 5, leadIn: 5 }]);
  });
});
