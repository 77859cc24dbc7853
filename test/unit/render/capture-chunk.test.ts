/** A chunk between its page and its encoder. */
import type { CapturedFrame } from '@framefarm/browser';
import type { ChunkPlan, RenderPlan } from '@framefarm/contract';
import type { Ffmpeg, SegmentEncoder } from '@framefarm/media';
import { describe, expect, it } from 'vitest';
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

/** What a page was asked for, in order: runs as `0+1`, frames passed by, and those before which it was drawn. */
class AskedPage {
  readonly runs: string[] = [];
  readonly passed: number[] = [];
  readonly drawnBefore: number[] = [];
  /** Pictures that were not given back. */
  open = 0;
  readonly #onPassed: () => void;

  constructor(onPassed: () => void = () => {}) {
    this.#onPassed = onPassed;
  }

  async *captureRun(first: number, count: number): AsyncGenerator<CapturedFrame, void, undefined> {
    this.runs.push(`${first}+${count}`);
    for (let frame = first; frame < first + count; frame += 1) {
      this.open += 1;
      const release = (): void => {
        this.open -= 1;
      };
      yield { frame, image: Buffer.alloc(1), held: false, release };
    }
  }

  async passBy(first: number, count: number): Promise<void> {
    for (let frame = first; frame < first + count; frame += 1) this.passed.push(frame);
    this.#onPassed();
  }

  async goOnAt(frame: number): Promise<void> {
    expect(frame).toBe((this.passed.at(-1) ?? Number.NaN) + 1);
    this.drawnBefore.push(frame);
  }
}

describe('a chunk with a lead-in', () => {
  const from = (first: number, end: number): number[] =>
    Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);

  /** Captures frames 100 to 103; `shown`: frames that the page has shown. */
  async function capturedAfter(page: AskedPage, shown: number | null, signal = new AbortController().signal) {
    const handed: number[] = [];
    const encoder = { write: async () => {}, finish: async () => {}, abort: async () => {} };
    const { segment } = await captureChunk({
      plan: {} as RenderPlan,
      ffmpeg: {} as Ffmpeg,
      out: '',
      chunk: { index: 2, firstFrame: 100, frames: 4, leadIn: 100 },
      shown,
      stage: {
        captureRun: (first, count) => page.captureRun(first, count),
        passBy: (...run) => page.passBy(...run),
        goOnAt: (frame) => page.goOnAt(frame),
      },
      encoderFree: Promise.resolve(),
      room: openFrameRoom('yuv420p', true),
      startedEncoder: () => encoder as unknown as SegmentEncoder,
      onFrame: (frame) => handed.push(frame),
      signal,
    });
    await segment;
    return handed;
  }

  it('has a page that has shown nothing draw the first frame, as a lane does that captures all, and go through the others', async () => {
    const page = new AskedPage();
    expect(await capturedAfter(page, null)).toEqual([100, 101, 102, 103]);
    expect([page.runs, page.passed]).toEqual([['0+1', '100+4'], from(1, 100)]);
    expect(page.open).toBe(0);
  });

  it.each([98, 50, 0])('has a page that stands before frame %i go through the others alone', async (shown) => {
    const page = new AskedPage();
    expect(await capturedAfter(page, shown)).toEqual([100, 101, 102, 103]);
    expect([page.runs, page.passed]).toEqual([['100+4'], from(shown, 100)]);
  });

  it('has a page draw the last two frames before it, or the one that is left', async () => {
    for (const [shown, drawn] of [
      [null, [99, 100]],
      [50, [99, 100]],
      [99, [100]],
      [100, []],
    ] as const) {
      const page = new AskedPage();
      await capturedAfter(page, shown);
      expect(page.drawnBefore, `${shown}`).toEqual(drawn);
    }
  });

  it('is given up in the midst of it when nobody wants it any more', async () => {
    const stop = new AbortController();
    const page = new AskedPage(() => stop.abort(new Error('nobody wants it')));
    await expect(capturedAfter(page, 0, stop.signal)).rejects.toThrow('nobody wants it');
    expect(page.passed.length).toBeLessThan(50);
    expect(page.runs).toEqual([]);
  });
});
