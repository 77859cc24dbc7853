/** The order of steps, readings and pictures of a run, and of the turns of a page beside it. */
import { expect, it, vi } from 'vitest';
import { FrameTurns, type Turns } from '../../../libs/browser/src/capture/frame-turns.js';
import { type Steps, stepAhead } from '../../../libs/browser/src/capture/step-ahead.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A page whose pictures come when the test says so, oldest first. */
function page(turns: Turns, end: number, overrides: Partial<Steps<string, string>> = {}) {
  const steps: string[] = [];
  const reads: { frame: number; come: (picture: string | null) => void }[] = [];
  const dropped: string[] = [];
  const run = stepAhead<string, string>({
    ...{ first: 0, end, composed: true, turns },
    step: async (frame, composed) => {
      steps.push(`${frame}${composed ? ' composed' : ''}`);
    },
    read: (frame) => new Promise((come) => reads.push({ frame, come })),
    handOn: (frame, picture) => `${frame}: ${picture}`,
    drop: (picture) => {
      dropped.push(picture);
    },
    ...overrides,
  });
  return { run, steps, reads, dropped, come: (picture: string | null) => reads.shift()?.come(picture) };
}

it('shows the next frame while one is drawn, and no further one', async () => {
  const { run, steps, reads, come } = page(new FrameTurns(), 4);
  const first = run.next();
  await settled();
  expect(steps).toEqual(['0', '1']);
  expect(reads.map(({ frame }) => frame)).toEqual([0]);
  come('a');
  expect(await first).toEqual({ done: false, value: '0: a' });
});

it('steps far ahead while a page beside waits for its turn, composes nothing meanwhile, and hands pictures on in that turn', async () => {
  const turns = new FrameTurns();
  const { run, steps, come } = page(turns, 40);
  const first = run.next();
  await settled();
  const long = Promise.withResolvers<void>();
  const beside = vi.fn(() => long.promise);
  const turn = turns.beside().take(beside);
  await settled();
  come('a');
  await first;
  const second = run.next();
  await vi.waitFor(() => expect(beside).toHaveBeenCalledOnce());
  expect(steps.slice(2)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  // The turn lasts, and what was recorded is drawn.
  come('b');
  expect((await second).value).toBe('1: b');
  long.resolve();
  await turn;
});

it('steps through the compositor once in sixteen frames', async () => {
  const { run, steps } = page(new FrameTurns(), 33, { read: async () => 'x' });
  for await (const _ of run);
  expect(steps.filter((step) => step.endsWith('composed'))).toEqual(['15 composed', '31 composed']);
});

it('steps to its frames alone, also while the last pictures are drawn', async () => {
  const { run, steps, come } = page(new FrameTurns(), 2);
  const first = run.next();
  await settled();
  come('a');
  await first;
  const second = run.next();
  await settled();
  come('b');
  expect(await second).toEqual({ done: false, value: '1: b' });
  expect(await run.next()).toEqual({ done: true, value: 2 });
  expect(steps).toEqual(['0', '1']);
});

it('begins with a composed frame where what was shown before was not', async () => {
  const { run, steps } = page(new FrameTurns(), 20, { composed: false, read: async () => 'x' });
  for await (const _ of run);
  expect(steps.filter((step) => step.endsWith('composed'))).toEqual(['0 composed', '16 composed']);
});

it('ends at a frame that must be taken by itself, and reads none after it', async () => {
  const read = vi.fn(async (frame: number) => (frame === 3 ? null : 'x'));
  const { run } = page(new FrameTurns(), 8, { read });
  const seen: string[] = [];
  for (;;) {
    const { done, value } = await run.next();
    if (done) {
      expect(value).toBe(3);
      break;
    }
    seen.push(value);
  }
  expect(seen).toEqual(['0: x', '1: x', '2: x']);
  expect(read.mock.calls.map(([frame]) => frame)).toEqual([0, 1, 2, 3]);
});

it('lets go of pictures that nobody gets, and of pages that wait', async () => {
  const turns = new FrameTurns();
  const { run, reads, dropped, come } = page(turns, 8);
  const first = run.next();
  await settled();
  come('a');
  await first;
  await settled();
  come('b');
  const beside = turns.beside().take(async () => 'frame');
  await run.return(8);
  await settled();
  expect(dropped).toEqual(['b']);
  expect(reads).toHaveLength(0);
  expect(turns.awaited).toBe(false);
  expect(await beside).toBe('frame');
});

it('fails with a step that fails', async () => {
  const { run } = page(new FrameTurns(), 8, { step: () => Promise.reject(new Error('the page is gone')) });
  await expect(run.next()).rejects.toThrow('the page is gone');
});
