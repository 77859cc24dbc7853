import { describe, expect, it } from 'vitest';
import { chunkFrames } from '../../../libs/render/src/plan/chunk-length.js';

describe('the length of chunks from the environment', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['1', 1],
    ['75', 75],
    ['1000000', 1_000_000],
  ])('is, for %j, %j', (text, frames) => expect(chunkFrames({ FRAMEFARM_CHUNK_FRAMES: text })).toBe(frames));

  it.each(['0', '-1', '1.5', '1000001', 'many'])('is no %s', (text) => {
    expect(() => chunkFrames({ FRAMEFARM_CHUNK_FRAMES: text })).toThrow(
      `FRAMEFARM_CHUNK_FRAMES "${text}": must be an integer from 1 to 1000000`,
    );
  });
});
