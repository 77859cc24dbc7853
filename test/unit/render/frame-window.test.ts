import { type ChunkPlan, type Fps, FramefarmError, type RenderRange } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import {
  areLedIn,
  chunksInOrder,
  chunksLedIn,
  leadInOf,
  ledAfterOthers,
  planChunks,
  sequentialChunk,
} from '../../../libs/render/src/plan/chunks.js';
import { frameWindow } from '../../../libs/render/src/plan/frame-window.js';

const FPS: Fps = { num: 30, den: 1 };
const times = (from: number | null, to: number | null): RenderRange => ({ by: 'times', from, to });
const frames = (firstFrame: number, lastFrame: number): RenderRange => ({ by: 'frames', firstFrame, lastFrame });
const refusal = (range: RenderRange, fps = FPS): FramefarmError => {
  try {
    frameWindow(range, 90, fps);
  } catch (error) {
    if (error instanceof FramefarmError) return error;
    throw error;
  }
  throw new Error('the range was accepted');
};

describe('the part of a composition', () => {
  it.each([
    [null, 0, 90],
    [frames(0, 89), 0, 90],
    [frames(30, 59), 30, 30],
    [frames(89, 89), 89, 1],
    [times(1, 2), 30, 30],
    [times(1, null), 30, 60],
    [times(null, 1), 0, 30],
    [times(0, 3), 0, 90],
    [times(0.01, 0.05), 1, 1],
    [times(1.5 + 1e-9, null), 45, 45],
    [times(89 / 30, null), 89, 1],
  ] as const)('%j begins at frame %i and has %i frames', (range, firstFrame, count) => {
    expect(frameWindow(range, 90, FPS)).toEqual({ firstFrame, frames: count });
  });

  it('takes the first frame at or after a time at a fractional rate', () => {
    expect(frameWindow(times(3.5, 4), 200, { num: 30000, den: 1001 })).toEqual({ firstFrame: 105, frames: 15 });
  });

  it('is refused where it leaves the composition, with what would fit', () => {
    const error = refusal(frames(80, 120));
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.message).toBe('--frames 80-120 leaves the composition, which has 90 frames at 30 fps, 3 s');
    expect(error.hint).toBe('The composition has frames 0 to 89.');
    expect(() => frameWindow(frames(1, 2), 1, FPS)).toThrow('which has 1 frame at 30 fps, 0.033333 s');
    expect(refusal(frames(90, 90)).message).toMatch(/^--frames 90 leaves/);
    expect(refusal(times(3, null)).message).toMatch(/^--from 3 s lies behind/);
    // Inside of the composition, but within its last frame.
    expect(refusal(times(2.99, null)).message).toMatch(/^no frame begins from 2\.99 s up to 3 s; /);
    expect(refusal(times(2.99, 3)).message).toMatch(/; at 30 fps the last one, frame 89, begins at 2\.966667 s$/);
    expect(refusal(times(1, 3.01)).message).toMatch(/^--to 3.01 s lies behind/);
  });

  it('is refused when no frame begins in it', () => {
    expect(refusal(times(1.01, 1.02)).message).toBe(
      'no frame begins from 1.01 s up to 1.02 s; at 30 fps frame 31 begins at 1.033333 s',
    );
    expect(refusal(times(null, 0)).message).toMatch(/^no frame begins from 0 s up to 0 s;/);
  });
});

describe('chunks of a part', () => {
  it('lie inside it, in order', () => {
    const chunks = planChunks(150, 400);
    expect(chunks[0]?.firstFrame).toBe(400);
    expect(chunks.reduce((next, chunk) => (chunk.firstFrame === next ? next + chunk.frames : Number.NaN), 400)).toBe(
      550,
    );
    expect(chunks.every((chunk) => chunk.leadIn === 0)).toBe(true);
  });

  it('begin with one that is led by the frames before where the page may keep something of them', () => {
    const leadIn = (first: number, keeps: 'callbacks' | null, knows = false) => leadInOf(first, { keeps }, knows);
    expect([leadIn(400, null), leadIn(400, 'callbacks'), leadIn(5000, 'callbacks')]).toEqual([0, 400, 1800]);
    expect([leadIn(5000, 'callbacks', true), leadIn(5000, null, true)]).toEqual([5000, 5000]);
    const chunks = chunksLedIn(planChunks(300, 400), 400);
    expect(chunks.map((chunk) => chunk.leadIn)).toEqual([400, 0]);
    expect([areLedIn(chunks), areLedIn(chunksInOrder(chunks))]).toEqual([false, true]);
  });

  it('are led by all that the page before has shown where another one takes over', () => {
    const led = (chunks: readonly ChunkPlan[]) => chunks.map((chunk) => ledAfterOthers(chunks, chunk).leadIn);
    expect(led(planChunks(300, 400))).toEqual([0, 150]);
    expect(led(chunksLedIn(planChunks(300, 400), 400))).toEqual([400, 550]);
    const [first, second] = planChunks(300, 400) as [ChunkPlan, ChunkPlan];
    expect(led([first, { ...second, firstFrame: 600 }])).toEqual([0, 0]);
  });

  it('are one that is led in from frame 0 when pictures depend on earlier ones', () => {
    expect(sequentialChunk(30, 400)).toEqual({ index: 0, firstFrame: 400, frames: 30, leadIn: 400 });
  });
});
