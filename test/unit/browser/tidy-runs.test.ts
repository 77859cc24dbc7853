/** The garbage of a page is collected now and then (issue 5, memory flat). */
import { expect, it } from 'vitest';
import type { CapturedFrame } from '../../../libs/browser/src/capture/capture-session.js';
import { framesBetweenCollections, tidyRuns } from '../../../libs/browser/src/stage/tidy-runs.js';

async function* frames(first: number, count: number): AsyncGenerator<CapturedFrame, void, undefined> {
  for (let frame = first; frame < first + count; frame += 1) yield { frame, image: new Uint8Array(), held: false };
}

it('garbage is collected once in so many frames, also within a run, and every frame comes through', async () => {
  const collectedAt: number[] = [];
  let next = 0;
  const run = tidyRuns(
    frames,
    async () => {
      collectedAt.push(next);
    },
    () => 1_000,
  );
  for (let chunk = 0; chunk < 5; chunk += 1) {
    for await (const { frame } of run(next, 750)) {
      expect(frame).toBe(next);
      next += 1;
    }
  }
  expect(next).toBe(3_750);
  expect(collectedAt).toEqual([1_000, 2_000, 3_000]);
});

it('frames of a run that ends early count too', async () => {
  let collections = 0;
  const run = tidyRuns(
    frames,
    async () => {
      collections += 1;
    },
    () => 1_500,
  );
  for await (const { frame } of run(0, 9_000)) if (frame === 1_499) break;
  expect(collections).toBe(0);
  for await (const _ of run(1_500, 1));
  expect(collections).toBe(1);
});

it.each([
  ['without a video', 0, 1_500],
  ['whose video is small', 64 * 64 * 4, 1_500],
  ['with one of 1080p', 1920 * 1080 * 4, 80],
  ['with one of 4K', 3840 * 2160 * 4, 30],
  ['that answers nonsense', Number.NaN, 1_500],
])('a page %s is collected by its pictures', (_, bytes, frames) => {
  expect(framesBetweenCollections(bytes)).toBe(frames);
});
