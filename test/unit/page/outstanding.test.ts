/** What a page waits for in the frames where chunks meet. */
import { expect, it } from 'vitest';
import { createOutstanding } from '../../../libs/page/src/frame/outstanding.js';

function pageAt(first: number) {
  const page = { frame: first, timers: [] as number[], tweens: [] as number[] };
  const outstanding = createOutstanding(
    () => [page.tweens, page.timers],
    () => page.frame,
  );
  return { page, outstanding };
}

it('is told of such frames alone', () => {
  const { page, outstanding } = pageAt(15);
  page.timers = [700];
  outstanding.watch([0, 30]);
  expect(outstanding.after(15)).toBe('');
  page.frame = 30;
  expect(outstanding.after(30)).not.toBe('');
});

it('is what it was when the page left the frame, also of what began late in it', () => {
  const { page, outstanding } = pageAt(30);
  outstanding.watch([30]);
  page.timers = [1200];
  const there = outstanding.after(30);
  outstanding.leave(30);
  page.frame = 31;
  page.timers = [];
  expect(outstanding.after(30)).toBe(there);
});

it('is the same in whichever order it was begun, and is not where it is another thing', () => {
  const { page, outstanding } = pageAt(0);
  outstanding.watch([0]);
  page.timers = [1200.0000001, 40];
  const text = outstanding.after(0);
  page.timers = [40, 1200];
  expect(outstanding.after(0)).toBe(text);
  [page.timers, page.tweens] = [[], [40, 1200]];
  expect(outstanding.after(0)).not.toBe(text);
  page.tweens = [];
  expect(outstanding.after(0)).toBe('');
});
