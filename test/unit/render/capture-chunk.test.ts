/** A chunk between its page and its encoder. */
import type { CapturedFrame } from '@framefarm/browser';
import type { ChunkPlan, RenderPlan } from '@framefarm/contract';
import type { Ffmpeg, SegmentEncoder } from '@framefarm/media';
import { expect, it } from 'vitest';
import { captureChunk } from '../../../libs/render/src/lanes/capture-chunk.js';
import { openFrameRoom } from '../../../libs/render/src/lanes/frame-buffer.js';
import { Seams } from '../../../libs/render/src/lanes/seams.js';

const chunk: ChunkPlan = { index: 0, firstFrame: 0, frames: 100, leadIn: 0 };

/** Pictures until `last`, and the end of the run behind it. */
async function* pictures(last: number): AsyncGenerator<CapturedFrame, void, undefined> {
  for (let frame = 0; frame <= last; frame += 1) yield { frame, image: Buffer.alloc(1), held: false };
}

async function* picture(frame: number): AsyncGenerator<CapturedFrame, void, undefined> {
  yield { frame, image: Buffer.alloc(1), held: false };
}

/** A chunk of `frames` captured ones; `takes`: whether its encoder takes any. */
function captured(frames: number, takes: boolean) {
  const lost = Promise.withResolvers<unknown>();
  const full = Promise.withResolvers<void>();
  let aborted = false;
  const encoder = {
    write: () => (takes ? Promise.resolve() : new Promise(() => {})),
    finish: async () => {},
    abort: async () => {
      aborted = true;
    },
  } as unknown as SegmentEncoder;
  const done = captureChunk({
    plan: {} as RenderPlan,
    ffmpeg: {} as Ffmpeg,
    out: '',
    chunk,
    stage: { captureRun: () => pictures(frames - 1), lost: lost.promise },
    encoderFree: Promise.resolve(),
    room: openFrameRoom('yuv420p', true),
    startedEncoder: () => encoder,
    onFrame: (frame) => {
      if (frame === 7) full.resolve();
    },
    signal: new AbortController().signal,
  });
  done.catch(() => {});
  return { done, lose: lost.resolve, full: full.promise, aborted: () => aborted };
}

it('ends when its page is lost although the encoder takes no picture', async () => {
  const { done, lose, full, aborted } = captured(100, false);
  await full;
  lose(new Error('the page is gone'));
  await expect(done).rejects.toThrow('the page is gone');
  expect(aborted()).toBe(true);
});

it('is whole although its page is lost after the last picture', async () => {
  const { done, lose, aborted } = captured(4, true);
  const { segment } = await done;
  lose(new Error('the page is gone'));
  await segment;
  expect(aborted()).toBe(false);
});

it.each([
  [
    'another lane has',
    true,
    [
      [0, 4],
      [4, 1],
    ],
  ],
  ['its own lane goes on to', false, [[0, 4]]],
] as const)('has the picture of the next chunk as well where %s it', async (_, isNextElsewhere, asked) => {
  const runs: [number, number][] = [];
  const seams = new Seams();
  seams.begins(4, Buffer.from('as a lane has it that jumped'), false);
  const handed: number[] = [];
  const encoder = { write: async () => {}, finish: async () => {} } as unknown as SegmentEncoder;
  const { segment } = await captureChunk({
    plan: {} as RenderPlan,
    ffmpeg: {} as Ffmpeg,
    out: '',
    chunk: { ...chunk, frames: 4 },
    stage: {
      captureRun: (first, count) => {
        runs.push([first, count]);
        return first === 0 ? pictures(3) : picture(4);
      },
    },
    encoderFree: Promise.resolve(),
    room: openFrameRoom('yuv420p', true),
    startedEncoder: () => encoder,
    onFrame: (frame) => handed.push(frame),
    seams: {
      seen: {
        begins: () => {},
        beginsOn: () => {},
        passed: (frame, image) => seams.passed(frame, image),
        passedOn: () => {},
      },
      isNextElsewhere: () => isNextElsewhere,
    },
    signal: new AbortController().signal,
  });
  await segment;
  expect([runs, handed, seams.broken()]).toEqual([asked, [0, 1, 2, 3], isNextElsewhere ? 4 : null]);
});
