/** What a page goes through before its first picture counts: frames that others capture, or that are before a part. */
import { DRAWN_BEFORE_FRAMES } from '@framefarm/contract';
import type { CapturingPage } from './side-by-side.js';

/** Frames that a page passes by before it is looked whether anybody still wants it to. */
const PASSED_AT_ONCE = 30;

/**
 * Takes a page that has shown nothing from frame `first` to just before `end`, as a lane goes that captures all of them: what its callbacks
 * begin, and what it counts, is as it is there. A run that begins with `end` goes on.
 */
export async function goThrough(page: CapturingPage, first: number, end: number, signal: AbortSignal): Promise<void> {
  // A page shows its very first frame twice (composition-format 7.6), which is over with this picture.
  for await (const { release } of page.captureRun(first, 1)) release?.();
  await passOn(page, first + 1, end, signal);
}

/** The same of a page that stands just before `next`. */
export async function passOn(page: CapturingPage, next: number, end: number, signal: AbortSignal): Promise<void> {
  const drawn = Math.max(next, end - DRAWN_BEFORE_FRAMES);
  await passEach(page, next, drawn, signal);
  for (let frame = drawn; frame < end; frame += 1) {
    await page.passBy(frame, 1);
    await page.goOnAt(frame + 1);
  }
}

/** Has a page that stands just before `next` pass by all frames before `end`. */
export async function passEach(
  page: Pick<CapturingPage, 'passBy'>,
  next: number,
  end: number,
  signal: AbortSignal,
): Promise<void> {
  for (let frame = next; frame < end; frame += PASSED_AT_ONCE) {
    signal.throwIfAborted();
    await page.passBy(frame, Math.min(PASSED_AT_ONCE, end - frame));
  }
}
